import { words } from '../../data/text.ts'

/** The words of a field's technical name. */
export const fieldNameText = words({
  label: ['ชื่อฟิลด์ (ระบบ)', 'Field name'],
  hint: [
    'ใช้กับ API ขึ้นต้นด้วยตัวอักษรอังกฤษตัวเล็ก และมีได้เฉพาะตัวอักษรอังกฤษ ตัวเลข และ _',
    'For the API. It must start with a lowercase letter and contain only letters, digits and _.',
  ],
  hintNew: ['ใช้กับ API เว้นว่างไว้ ระบบจะตั้งให้จากชื่อที่แสดง', 'For the API. If empty, it is made from the display name.'],
})
