/** Keys side by side on a Thai (Kedmanee) and on a Latin keyboard, each row without and with shift. */
const rows = [
  'ภถุึคตจขช',
  'ไำพะัีรนยบล',
  'ฟหกดเ้่าสวง',
  'ผปแอิืทมใฝ',
  'ฎฑธํ๊ณฯญฐ',
  'ฤฆฏโฌ็๋ษศซ',
  'ฉฮฺ์',
  'ฒฬฦ',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
]
/** Two letters of one key. */
const shifted = [
  'ุู',
  'ึ฿',
  'พฑ',
  'ะธ',
  'ัํ',
  'ี๊',
  'รณ',
  'ยญ',
  'บฐ',
  'ำฎ',
  'ฟฤ',
  'หฆ',
  'กฏ',
  'ดโ',
  'เฌ',
  '้็',
  '่๋',
  'าษ',
  'สศ',
  'วซ',
  'แฉ',
  'อฮ',
  'ื์',
  'มฒ',
  'ใฬ',
  'ฝฦ',
]

const pairs = new Set(
  [...rows.flatMap((row) => [...row].slice(1).map((key, at) => row[at] + key)), ...shifted].flatMap((pair) => [
    pair,
    pair.charAt(1) + pair.charAt(0),
  ]),
)

/** True if two letters lie side by side on the keyboard, or on one key with and without shift. */
export const areNeighbours = (a: string, b: string): boolean => pairs.has(a + b)
