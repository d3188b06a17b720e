import { canonicalText } from '../../formats/values/thai.ts'

/** The parts of an address in the order in which it is written, by the headers that mean them. */
const parts: readonly (readonly string[])[] = [
  ['บ้านเลขที่', 'เลขที่บ้าน', 'house no', 'house number', 'street number', 'house'],
  // The place of the column that is the address itself.
  [],
  ['ที่อยู่ 2', 'ที่อยู่บรรทัด 2', 'address 2', 'address line 2', 'address2', 'addressline2'],
  ['อาคาร', 'หมู่บ้าน', 'หมู่บ้าน/อาคาร', 'อาคาร/หมู่บ้าน', 'building', 'village'],
  ['หมู่', 'หมู่ที่', 'ม.', 'moo'],
  ['ซอย', 'ตรอก/ซอย', 'ตรอก', 'soi', 'lane', 'alley'],
  ['ถนน', 'ถ.', 'road', 'street'],
  [
    'ตำบล',
    'ต.',
    'แขวง',
    'ตำบล/แขวง',
    'แขวง/ตำบล',
    'sub district',
    'subdistrict',
    'tambon',
    'tambol',
    'khwaeng',
    'suburb',
  ],
  ['อำเภอ', 'อ.', 'เขต', 'อำเภอ/เขต', 'เขต/อำเภอ', 'district', 'amphoe', 'amphur', 'amphure', 'khet', 'city', 'town'],
  ['จังหวัด', 'จ.', 'จว.', 'province', 'changwat', 'state', 'region'],
  ['รหัสไปรษณีย์', 'รหัส ปณ.', 'ปณ.', 'ไปรษณีย์', 'postcode', 'post code', 'postal code', 'zip', 'zipcode', 'zip code'],
  ['ประเทศ', 'country'],
]

/** Where an address itself stands among its parts. */
export const WHOLE_ADDRESS = 1
/** The parts that lead to a door: what is only a district or a province is no address. */
const TO_A_DOOR = 6

const plain = (header: string) =>
  canonicalText(header)
    .toLowerCase()
    .replace(/[\s_\-./():]+/g, '')
const places = new Map(parts.flatMap((headers, place) => headers.map((header) => [plain(header), place] as const)))

/** Where a column of this header stands in an address; undefined when it is no part of one. */
export const addressPart = (header: string): number | undefined => places.get(plain(header))

/** Whether parts make an address: one that leads to a door, or three of the others. */
export const makeAddress = (found: readonly number[]) =>
  found.some((place) => place <= TO_A_DOOR) ? found.length > 1 : found.length >= 3
