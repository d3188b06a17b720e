import type { Random } from '../../../tools/random.ts'
import { canonicalText, typedText } from '../../formats/values/thai.ts'

// Realistic values, many of them easy to misread.

export const texts = [
  'ทอง', 'เงิน', 'Gold', 'GOLD card', 'gold', 'ทอง VIP', '100%', '100', '50%', 'a_b', 'aXb', 'แม่', 'เเม่', 'น้ำ', 'นํ้า',
  'กรุงเทพ  มหานคร', 'กรุงเทพ มหานคร', 'ก\u200bข', 'กข', 'İstanbul', 'ΣΑΣ', 'Éa', 'e\u200b\u0301a', '😀\u200d😀', 'บ้าน\u00a0ใหม่', 'A\u00adB', 'back\\slash',
  "o'neil", '"quoted"', 'null', '__proto__', '๑๒๓', 'กี่', 'ก่ี', 'ยิ้ม\nแย้ม', 'เ\u200bเม่',
] // biome-ignore format: a list of words

const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A stored text: from a file, or as typed. */
export const storedText = (random: Random) => {
  const raw = random.pick(texts)
  return random.chance(0.5) ? canonicalText(raw) : typedText(raw)
}

export const somePhone = (random: Random) =>
  `08${10 + random.below(4)}${String(random.below(40) * 2501).padStart(6, '0')}`

export const someMail = (random: Random) =>
  `${random.pick(['somchai', 'malee', 'a_b', 'aXb', '100%'])}${random.below(3)}@example.com`

export const someNumber = (random: Random) => random.pick([0, 1, -1, 2.5, 10, 99, 100, 1000, random.below(2000) / 2])

/** A day around now, a birthday, or a strange one. */
export function someDay(random: Random, now: number): string {
  const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
  const years = (random.below(60) - 1) * 365.25
  return random.pick([
    day(random.below(9) - 4),
    day(random.below(120) - 60),
    day(-years + random.below(40)),
    '2000-02-29',
    '1996-02-28',
    '1990-12-31',
    '1990-01-01',
  ])
}

/** An instant of the last months, many of them near the edges of days. */
export function someInstant(random: Random, now: number): number {
  const around = [random.below(4 * HOUR), random.below(3 * DAY), random.below(100 * DAY), random.below(500 * DAY)]
  const at = now - random.pick(around) + (random.chance(0.1) ? random.below(2 * DAY) : 0)
  return random.chance(0.3) ? Math.round(at / HOUR) * HOUR : at
}
