import { isFamilyName, isGivenName } from '../../master-data/thai-names.ts'
import { englishForms, englishNames } from './name-words.ts'
import { canonicalText } from './thai.ts'

/** Keys in the Latin layout, and the Thai letters on them. */
const LATIN = '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'
const THAI =
  '_ๅ/-ภถ\u0e38\u0e36คตจขชๆไำพะ\u0e31\u0e35รนยบลฃฟหกดเ\u0e49\u0e48าสวงผปแอ\u0e34\u0e37ทมใฝ%+๑๒๓๔\u0e39฿๕๖๗๘๙๐"ฎฑธ\u0e4d\u0e4aณฯญฐ,ฅฤฆฏโฌ\u0e47\u0e4bษศซ.()ฉฮ\u0e3a\u0e4c?ฒฬฦ'

const toThai = new Map([...LATIN].map((key, at) => [key, THAI.charAt(at)]))
const toLatin = new Map([...LATIN].map((key, at) => [THAI.charAt(at), key]))
const english = new Set([...englishNames, ...englishForms.flat()])

const SHORTEST = 4
const isThaiName = (word: string) => isGivenName(word) || isFamilyName(word)

/**
 * Returns the name that was typed with the other keyboard layout (l,=kp for สมชาย), or null if the switched text is no known name. In
 * texts of letters alone all words must be known.
 */
export function switchedName(text: string): string | null {
  if (text.length < SHORTEST) return null
  const isLatin = /^[ -~]+$/.test(text)
  // No Thai word begins with a mark, or has marks only.
  if (!isLatin && !/^[\u0e00-\u0e7f ]+$/.test(text)) return null
  const keys = isLatin ? toThai : toLatin
  const words = text.split(' ').map((word) => [...word].map((letter) => keys.get(letter) ?? '\u0000').join(''))
  if (!isLatin) return words.every((word) => english.has(word.toLowerCase())) ? words.join(' ') : null
  const known = words.map(canonicalText).filter(isThaiName).length
  const isWord = /^[A-Za-z. ]+$/.test(text)
  if (known < words.length && (isWord || known === 0 || !words.every((word) => /^[ก-๎]+$/.test(word)))) return null
  return canonicalText(words.join(' '))
}
