export const dataTypes = ['String', 'Number', 'Date', 'Boolean'] as const
export type DataType = (typeof dataTypes)[number]

export const fieldKinds = [
  'system_profile',
  'custom_profile',
  'transform_profile',
  'system_activity',
  'custom_activity',
  'transform_activity',
  'other',
  'unknown',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Way to read and show a value; finer than its data type. */
export type ValueKind = 'text' | 'phone' | 'email' | 'citizen_id' | 'gender' | 'number' | 'date' | 'boolean'

/** Groups of system fields on profile pages, in order. */
export const fieldGroups = ['personal', 'contact', 'business'] as const
export type FieldGroup = (typeof fieldGroups)[number]

export interface SystemField {
  /** The same in every store; custom fields count on from FIRST_CUSTOM_FIELD_ID. */
  id: number
  name: string
  /** The column of the profile table. */
  column: string
  th: string
  en: string
  data_type: DataType
  kind: ValueKind
  /** Group on profile pages, and position in it. */
  group: readonly [FieldGroup, place: number]
  /** Masked for people without profile-sensitive.read. */
  sensitive?: true
}

/** The system profile fields of spec section 3, in its order. */
export const systemFields = [
  {
    id: 1,
    name: 'firstName',
    column: 'first_name',
    th: 'ชื่อ',
    en: 'First name',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 2],
  },
  {
    id: 2,
    name: 'lastName',
    column: 'last_name',
    th: 'นามสกุล',
    en: 'Last name',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 3],
  },
  {
    id: 3,
    name: 'firstNameEN',
    column: 'first_name_en',
    th: 'ชื่อ (ภาษาอังกฤษ)',
    en: 'First name (EN)',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 4],
  },
  {
    id: 4,
    name: 'lastNameEN',
    column: 'last_name_en',
    th: 'นามสกุล (ภาษาอังกฤษ)',
    en: 'Last name (EN)',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 5],
  },
  {
    id: 5,
    name: 'prefixName',
    column: 'prefix_name',
    th: 'คำนำหน้าชื่อ',
    en: 'Prefix',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 1],
  },
  {
    id: 6,
    name: 'workplace',
    column: 'workplace',
    th: 'สถานที่ทำงาน',
    en: 'Workplace',
    data_type: 'String',
    kind: 'text',
    group: ['business', 3],
  },
  {
    id: 7,
    name: 'workplaceEN',
    column: 'workplace_en',
    th: 'สถานที่ทำงาน (ภาษาอังกฤษ)',
    en: 'Workplace (EN)',
    data_type: 'String',
    kind: 'text',
    group: ['business', 4],
  },
  {
    id: 8,
    name: 'birthDate',
    column: 'birth_date',
    th: 'วันเกิด',
    en: 'Birth date',
    data_type: 'Date',
    kind: 'date',
    group: ['personal', 7],
  },
  {
    id: 9,
    name: 'phone',
    column: 'phone',
    th: 'เบอร์โทร',
    en: 'Phone number',
    data_type: 'String',
    kind: 'phone',
    group: ['contact', 1],
  },
  {
    id: 10,
    name: 'citizenId',
    column: 'citizen_id',
    th: 'เลขประจำตัวประชาชน',
    en: 'Citizen ID',
    data_type: 'String',
    kind: 'citizen_id',
    group: ['personal', 8],
    sensitive: true,
  },
  {
    id: 11,
    name: 'email',
    column: 'email',
    th: 'อีเมล',
    en: 'Email',
    data_type: 'String',
    kind: 'email',
    group: ['contact', 2],
  },
  {
    id: 12,
    name: 'gender',
    column: 'gender',
    th: 'เพศ',
    en: 'Gender',
    data_type: 'String',
    kind: 'gender',
    group: ['personal', 6],
  },
  {
    id: 13,
    name: 'age',
    column: 'age',
    th: 'อายุ',
    en: 'Age',
    data_type: 'Number',
    kind: 'number',
    group: ['personal', 9],
  },
  {
    id: 14,
    name: 'occupation',
    column: 'occupation',
    th: 'อาชีพ',
    en: 'Occupation',
    data_type: 'String',
    kind: 'text',
    group: ['personal', 10],
  },
  {
    id: 15,
    name: 'businessType',
    column: 'business_type',
    th: 'ประเภทธุรกิจ',
    en: 'Business type',
    data_type: 'String',
    kind: 'text',
    group: ['business', 1],
  },
  {
    id: 16,
    name: 'company',
    column: 'company',
    th: 'ชื่อบริษัท',
    en: 'Company name',
    data_type: 'String',
    kind: 'text',
    group: ['business', 2],
  },
  {
    id: 17,
    name: 'address',
    column: 'address',
    th: 'ที่อยู่',
    en: 'Address',
    data_type: 'String',
    kind: 'text',
    group: ['contact', 6],
  },
  {
    id: 18,
    name: 'addressEN',
    column: 'address_en',
    th: 'ที่อยู่ (ภาษาอังกฤษ)',
    en: 'Address (EN)',
    data_type: 'String',
    kind: 'text',
    group: ['contact', 7],
  },
  {
    id: 19,
    name: 'income',
    column: 'income',
    th: 'รายได้',
    en: 'Income',
    data_type: 'Number',
    kind: 'number',
    group: ['business', 5],
    sensitive: true,
  },
  {
    id: 20,
    name: 'lineUserId',
    column: 'line_user_id',
    th: 'LINE User ID',
    en: 'LINE user ID',
    data_type: 'String',
    kind: 'text',
    group: ['contact', 4],
  },
  {
    id: 21,
    name: 'lineDisplayName',
    column: 'line_display_name',
    th: 'ชื่อที่แสดงใน LINE',
    en: 'LINE display name',
    data_type: 'String',
    kind: 'text',
    group: ['contact', 3],
  },
  {
    id: 22,
    name: 'lineBasicId',
    column: 'line_basic_id',
    th: 'LINE Basic ID',
    en: 'LINE basic ID',
    data_type: 'String',
    kind: 'text',
    group: ['contact', 5],
  },
  {
    id: 23,
    name: 'amount',
    column: 'amount',
    th: 'ยอดเงิน',
    en: 'Amount',
    data_type: 'Number',
    kind: 'number',
    group: ['business', 6],
  },
] as const satisfies readonly SystemField[]

/** The one system activity field. */
export const activityDate = {
  id: 24,
  name: 'activityDate',
  th: 'วันที่ทำกิจกรรม',
  en: 'Activity date',
  data_type: 'Date',
} as const

export const FIRST_CUSTOM_FIELD_ID = 1000

export type SystemColumn = (typeof systemFields)[number]['column']

/** Value kind of a custom field by data type. */
export const kindOfType: Record<DataType, ValueKind> = {
  String: 'text',
  Number: 'number',
  Date: 'date',
  Boolean: 'boolean',
}
