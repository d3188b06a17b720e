/** Names that searches look for; the first of the frequent ones. */
const known = [
  ...['สมชาย', 'ญาดา', 'กี่', 'น้ำฝน', 'เกียรติศักดิ์', 'ปิ่นเพชร', 'ณัฐวุฒิ', 'สุนีย์', 'พิมพ์ชนก', 'ธีรพัฒน์'],
  ...['วิไลลักษณ์', 'จิราภรณ์', 'อภิสิทธิ์', 'ศิริพร', 'ประเสริฐ', 'กุ้งนาง', 'ไพลิน', 'เมธาวี', 'Anan', 'Malee'],
]

/** Beginnings and ends of given names, in Thai and in Latin letters. */
const beginnings = [
  ...['กิตติ Kitti', 'กมล Kamon', 'กัญญา Kanya', 'เกษม Kasem', 'จักร Chak', 'จิตร Chit', 'จิรา Chira', 'ชนะ Chana'],
  ...['ชัย Chai', 'ชล Chon', 'ฐิติ Thiti', 'ณัฐ Nat', 'ดวง Duang', 'ทัศ Thats', 'ธนา Thana', 'ธีร Thira', 'นวล Nuan'],
  ...['นันท Nantha', 'นิติ Niti', 'บุญ Bun', 'เบญจ Bencha', 'ปิย Piya', 'ปัญญา Panya', 'พงศ์ Phong', 'พิชญ Phitcha'],
  ...['พิมพ์ Phim', 'ไพร Phrai', 'ภัทร Phatra', 'ภูมิ Phumi', 'มณี Mani', 'มงคล Mongkhon', 'รัตน Rattana', 'รุ่ง Rung'],
  ...['ลลิต Lalit', 'วร Wora', 'วิชัย Wichai', 'วิทย Witthaya', 'ศักดิ์ Sak', 'ศิริ Siri', 'ศุภ Supha', 'สม Som'],
  ...['สิทธิ Sitthi', 'สุ Su', 'สุภา Supha', 'เสา Sao', 'อนุ Anu', 'อภิ Aphi', 'อร On', 'อุดม Udom', 'เอก Ek'],
].map((both) => both.split(' ') as [thai: string, latin: string])
const ends = [
  ...['กร kon', 'กานต์ kan', 'การ kan', 'เกียรติ kiat', 'ขวัญ khwan', 'จันทร์ chan', 'ชนก chanok', 'ชัย chai'],
  ...['ชาติ chat', 'ญา ya', 'ณี ni', 'เดช det', 'ทิพย์ thip', 'ธร thon', 'ธิดา thida', 'นภา napha', 'นันท์ nan'],
  ...['นารี nari', 'พงศ์ phong', 'พจน์ phot', 'พร phon', 'พล phon', 'พันธุ์ phan', 'ภพ phop', 'ภรณ์ phon', 'มาศ mat'],
  ...['ยศ yot', 'รัตน์ rat', 'ลักษณ์ lak', 'วดี wadi', 'วรรณ wan', 'วัฒน์ wat', 'วิทย์ wit', 'วุฒิ wut', 'ศรี si'],
  ...['ศักดิ์ sak', 'ศิลป์ sin', 'สิทธิ์ sit', 'สุดา suda', 'หทัย hathai'],
].map((both) => both.split(' ') as [thai: string, latin: string])

/** Number of different given names. */
const GIVEN = 2400
/** Every sixth is written in Latin letters. */
const LATIN = 6
/** Places of the table of frequencies. */
const PLACES = 16_384
/** Offset of Zipf's law (Mandelbrot): without it the first name would be one person in eight. */
const OFFSET = 12

/** Given names, the most frequent first. */
const givenNames = [...new Set([...known, ...composed()])].slice(0, GIVEN)

/** Every beginning with every end, so spread that neighbours in rank have neither in common. */
function* composed(): Generator<string> {
  const all = beginnings.length * ends.length * 2
  for (let n = 0; n < all; n++) {
    const place = (n * 1217) % all
    const [first, last] = [
      beginnings[place % beginnings.length]!,
      ends[Math.floor(place / beginnings.length) % ends.length]!,
    ]
    yield n % LATIN === 0 ? first[1] + last[1] : first[0] + last[0]
  }
}

/** Given names as often as Zipf's law has them: a table from which a number draws one, for JavaScript and SQL. */
export const drawnNames: readonly string[] = drawnBy(givenNames, OFFSET, PLACES)

function drawnBy(words: readonly string[], offset: number, places: number): string[] {
  const weights = words.map((_, rank) => 1 / (rank + 1 + offset))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const drawn: string[] = []
  let reached = 0
  for (const [rank, word] of words.entries()) {
    reached += weights[rank]! / total
    // Each word has a place, the rare ones too.
    do drawn.push(word)
    while (drawn.length < reached * places)
  }
  return drawn
}

/** Returns the word that belongs to a number; neighbours have unrelated ones. */
export function wordOf(number: number): string {
  const mixed = Math.imul(number ^ (number >>> 15), 0x2c1b_3c6d)
  return drawnNames[(mixed ^ (mixed >>> 12)) & (PLACES - 1)]!
}

/** Syllables of last names, used in threes. */
export const syllables = [
  'ศรี',
  'วงศ์',
  'ทอง',
  'แก้ว',
  'สุข',
  'ใจ',
  'ดี',
  'งาม',
  'เจริญ',
  'รัตน',
  'กุล',
  'ชัย',
  'บุญ',
  'มี',
  'พูน',
  'ทรัพย์',
  'ตั้ง',
  'สมบูรณ์',
  'ลิ้ม',
  'อู่',
]
