/** Thai consonants that are heard as one, by the one that stands for them. */
const alike = ['คขฆฃฅ', 'ชฉฌ', 'สศษซ', 'ยญ', 'ดฎ', 'ตฏ', 'ทถธฐฑฒ', 'นณ', 'พผภ', 'ฟฝ', 'ลฬ', 'หฮ']
const heardAs = new Map(alike.flatMap((letters) => [...letters].map((letter) => [letter, letters[0]!] as const)))

/** A letter that is silent by its mark, with the vowel it carries. */
export const SILENT = /[ก-ฮ][ิุ]?์/g
/** A short i or u that is hardly heard: กิตติ, เหตุ. */
const SHORT_END = /(?<=[ัิีุูาำ][ก-ฮ])[ิุ]$/
/** จันทร์ */
const SILENT_GROUP = /([ก-ฮ])ร์$/g

/**
 * A Thai name as it is heard: letters that sound alike as one, without tone marks, silent letters and what is written twice. Two
 * spellings of a name have one such form (ณัฐพงษ์, นัฐพงศ์); vowels stay, so that มานะ and มานี have two.
 */
export function thaiSound(name: string): string {
  let sound = kept.get(name)
  if (sound === undefined) {
    sound = openSound(name).replace(SHORT_END, '')
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(name, sound)
  }
  return sound
}

// A store has few names, and each is compared many times.
const MOST_KEPT = 20_000
const kept = new Map<string, string>()

/** The same of a part that more follows: nothing of its end is left out. */
function openSound(name: string): string {
  const spoken = name
    .replace(SILENT_GROUP, '')
    .replace(SILENT, '')
    .replace(/[็-๎]/g, '')
    .replace(/รร(?=[ก-ฮ])/g, 'ั')
    .replace(/รร/g, 'ัน')
    .replace(/ใ/g, 'ไ')
    .replace(/(?<=[ก-ฮ])ะ(?=[ก-ฮเแโไ])/g, '')
  let sound = ''
  for (const letter of spoken) {
    const heard = heardAs.get(letter) ?? letter
    if (!sound.endsWith(heard)) sound += heard
  }
  return sound
}
