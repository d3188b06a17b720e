/** Fields of profiles and activities, and types of activities. */
export const fieldErrors = {
  field_name_invalid: {
    code: 70,
    status: 400,
    th: 'ชื่อฟิลด์ต้องขึ้นต้นด้วยตัวอักษรอังกฤษตัวเล็ก และมีได้เฉพาะ a-z 0-9 และ _',
    en: 'A field name must start with a lowercase letter and contain only a-z, 0-9 and _.',
  },
  field_name_in_activity: {
    code: 74,
    status: 409,
    th: 'มีชื่อฟิลด์นี้ในฟิลด์กิจกรรมแล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity field already has this name. Choose another.',
  },
  field_display_name_in_activity: {
    code: 75,
    status: 409,
    th: 'มีชื่อที่แสดงนี้ในฟิลด์กิจกรรมแล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity field already has this display name. Choose another.',
  },
  field_name_in_profile: {
    code: 76,
    status: 409,
    th: 'มีชื่อฟิลด์นี้ในฟิลด์โปรไฟล์แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A profile field already has this name. Choose another.',
  },
  field_display_name_in_profile: {
    code: 77,
    status: 409,
    th: 'มีชื่อที่แสดงนี้ในฟิลด์โปรไฟล์แล้ว กรุณาใช้ชื่ออื่น',
    en: 'A profile field already has this display name. Choose another.',
  },
  field_system: {
    code: 41,
    status: 409,
    th: 'ฟิลด์นี้เป็นฟิลด์ระบบ จึงแก้ไขหรือลบไม่ได้ กรุณาสร้างฟิลด์ที่กำหนดเองแทน',
    en: 'This is a system field and cannot be changed or deleted. Create a custom field instead.',
  },
  field_in_use: {
    code: 40,
    status: 409,
    th: 'ฟิลด์นี้ใช้งานอยู่ หากลบ ค่าที่บันทึกไว้จะหายไปด้วย กรุณายืนยันก่อนลบ',
    en: 'This field is in use, and its values would be deleted too. Confirm to delete it anyway.',
  },
  field_type_in_use: {
    code: 137,
    status: 409,
    th: 'ยังมีเซกเมนต์หรือมุมมองที่ใช้ฟิลด์นี้ในเงื่อนไข หากเปลี่ยนชนิด เงื่อนไขเหล่านั้นอาจใช้ไม่ได้ ยืนยันอีกครั้งหากต้องการเปลี่ยน',
    en: 'Segments or views use this field in their rules, which may stop working with another type. Confirm to change it anyway.',
  },
  field_values_not_convertible: {
    code: 42,
    status: 409,
    th: 'มี {not_convertible} ค่าที่แปลงเป็นชนิดข้อมูลใหม่ไม่ได้ กรุณาแก้ไขค่าเหล่านี้ก่อน หรือเลือกลบทิ้ง',
    en: 'Values that cannot be converted to the new type: {not_convertible}. Correct them first, or choose to delete them.',
  },
  field_choices_invalid: {
    code: 243,
    status: 400,
    th: 'รายการให้เลือกใช้ได้กับฟิลด์ข้อความเท่านั้น และต้องไม่ซ้ำกัน กรุณาแก้ไขรายการ',
    en: 'Only text fields have choices, and each choice must be different. Correct the list of choices.',
  },
  formula_invalid: {
    code: 50,
    status: 400,
    th: 'สูตรนี้ใช้ไม่ได้: {reason}',
    en: 'This formula cannot be used: {reason}',
  },
  amount_not_number: {
    code: 246,
    status: 400,
    th: 'ยอดเงินของการซื้อเป็นได้เฉพาะฟิลด์ตัวเลขที่ไม่ได้คำนวณ กรุณาเลือกฟิลด์อื่น',
    en: 'The amount of purchases must be a number field that is not computed. Choose another field.',
  },
  activity_type_name_invalid: {
    code: 67,
    status: 400,
    th: 'ชื่อประเภทกิจกรรมต้องมี 1–100 ตัวอักษร กรุณาแก้ไข',
    en: 'The name of an activity type must have 1 to 100 characters. Correct it.',
  },
  activity_type_name_taken: {
    code: 66,
    status: 409,
    th: 'มีชื่อประเภทกิจกรรมนี้แล้ว กรุณาใช้ชื่ออื่น',
    en: 'An activity type already has this name. Choose another.',
  },
  activity_type_fields_invalid: {
    code: 101,
    status: 400,
    th: 'ฟิลด์ของประเภทกิจกรรมไม่ถูกต้อง อาจถูกลบไปแล้วหรือซ้ำกัน กรุณาเลือกใหม่',
    en: 'The fields of this activity type are not valid: one was deleted or chosen twice. Choose again.',
  },
  activity_type_in_use: {
    code: 143,
    status: 409,
    th: 'ลบประเภทกิจกรรมนี้ไม่ได้ เพราะยังมีกิจกรรมของลูกค้า แหล่งข้อมูล ฟิลด์ เซกเมนต์ หรือมุมมองที่ใช้อยู่ กรุณานำออกจากที่เหล่านั้นก่อน',
    en: 'This activity type cannot be deleted: activities, data sources, fields, segments or views still use it. Remove it there first.',
  },
} as const
