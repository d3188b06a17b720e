import { words } from '../core/text.ts'

export const fieldNameText = words({
  label: ['ชื่อฟิลด์ (ระบบ)', 'Field name'],
  hint: [
    'ใช้กับ API ขึ้นต้นด้วยตัวอักษรอังกฤษตัวเล็ก และมีได้เฉพาะตัวอักษรอังกฤษ ตัวเลข และ _',
    'For the API. It starts with a lowercase letter and contains only letters, digits and _.',
  ],
})
