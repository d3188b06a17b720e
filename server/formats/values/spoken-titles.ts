/** Words that staff type before a given name as they address its bearer; none is a title that is stored. */
const spokenTitles = ['พี่', 'น้อง', 'ป้า', 'ลุง', 'น้า', 'เจ๊', 'เจ้', 'เฮีย', 'ครู', 'หมอ', 'ช่าง', 'พ่อ', 'แม่', 'ยาย', 'อาจารย์', 'อ.', 'กำนัน', 'ผู้ใหญ่', 'โค้ช', 'เสี่ย', 'พี่.', 'คุณพี่', 'K.', 'k.', 'P.', 'Khun', 'khun'] // biome-ignore format: one list
const SHORTEST_NAME = 2

/** Returns a name without the word it is addressed with, or null if it begins with none. */
export function withoutSpokenTitle(name: string): string | null {
  const title = spokenTitles.find((word) => name.startsWith(word) && name.length >= word.length + SHORTEST_NAME)
  return title === undefined ? null : name.slice(title.length).trim()
}
