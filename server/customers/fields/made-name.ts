/** Thai letters as the Royal Thai system writes them at the beginning of a syllable; the marks of tones are silent. */
const letters: Record<string, string> = {
  ...{ ก: 'k', ข: 'kh', ฃ: 'kh', ค: 'kh', ฅ: 'kh', ฆ: 'kh', ง: 'ng', จ: 'ch', ฉ: 'ch', ช: 'ch', ซ: 's', ฌ: 'ch' },
  ...{ ญ: 'y', ฎ: 'd', ฏ: 't', ฐ: 'th', ฑ: 'th', ฒ: 'th', ณ: 'n', ด: 'd', ต: 't', ถ: 'th', ท: 'th', ธ: 'th' },
  ...{ น: 'n', บ: 'b', ป: 'p', ผ: 'ph', ฝ: 'f', พ: 'ph', ฟ: 'f', ภ: 'ph', ม: 'm', ย: 'y', ร: 'r', ฤ: 'rue' },
  ...{ ล: 'l', ฦ: 'lue', ว: 'w', ศ: 's', ษ: 's', ส: 's', ห: 'h', ฬ: 'l', อ: 'o', ฮ: 'h' },
  ...{ ะ: 'a', 'ั': 'a', า: 'a', ำ: 'am', 'ิ': 'i', 'ี': 'i', 'ึ': 'ue', 'ื': 'ue', 'ุ': 'u', 'ู': 'u' },
  ...{ เ: 'e', แ: 'ae', โ: 'o', ใ: 'ai', ไ: 'ai' },
  ...{ '๐': '0', '๑': '1', '๒': '2', '๓': '3', '๔': '4', '๕': '5', '๖': '6', '๗': '7', '๘': '8', '๙': '9' },
}

const THAI = /[\u0e00-\u0e7f]+/g
/** Room is left for the number that makes a name differ from one that is taken. */
const LONGEST = 58

/** Thai words in Latin letters, to be recognised rather than spoken: where a syllable ends, and what it does not write, is left out. */
const romanised = (thai: string) =>
  [
    ...thai
      // A letter under a mark that silences it.
      .replace(/[ก-ฮ][ิุ]?์/g, '')
      .replace(/[็-๎ฯๆฺ]/g, '')
      // Written before the letter that it is spoken after.
      .replace(/([เแโใไ])([กขคตทปพผ][รล]|[กขค]ว|[ก-ฮ])/g, '$2$1')
      // Carries a vowel, or lengthens one, and is no sound.
      .replace(/อ(?=[ะ-ูเแโใไ])|(?<=ื)อ/g, ''),
  ]
    .map((letter) => letters[letter] ?? '')
    .join('')

/** A field name out of what people call the field, or a column's header: Latin letters and digits, of which the first is a small letter. */
export function madeFieldName(shown: string): string {
  const latin = shown
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(THAI, (thai) => ` ${romanised(thai)} `)
  const [first = 'field', ...rest] = latin.match(/[A-Za-z0-9]+/g) ?? []
  // customerID and EMail keep their inner capitals; a word of capitals alone becomes small.
  const head = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return (/^[a-z]/.test(name) ? name : `field${name}`).slice(0, LONGEST)
}
