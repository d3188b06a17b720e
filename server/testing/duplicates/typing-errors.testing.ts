import type { Random } from '../../app/sample/random.ts'

const letters = { th: 'กขคงจชซดตถทนบปผพฟมยรลวสหอะาิีุูเแโ', en: 'abcdefghijklmnoprstuvwy' }

/** A letter is missing, typed twice, another one, one too many, or has changed places with the next. */
export function typo(random: Random, text: string): string {
  if (text.length < 2) return text
  const at = random.between(0, text.length - 2)
  const other = () => random.pick([...(/[a-z]/i.test(text) ? letters.en : letters.th)])
  return random.pick([
    () => text.slice(0, at + 1) + text.slice(at + 2),
    () => text.slice(0, at + 1) + text[at] + text.slice(at + 1),
    () => text.slice(0, at + 1) + other() + text.slice(at + 2),
    () => text.slice(0, at + 1) + other() + text.slice(at + 1),
    () => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
  ])()
}

const dayText = (year: number, month: number, date: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

/** A day that was written down wrongly: day and month swapped, or one of its parts another one. Always a day that there is. */
export function wrongDay(random: Random, day: string): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const wrong = random.weighted([
    [3, () => dayText(year, date, month)],
    [3, () => dayText(year, ((month + random.between(0, 1) * 10) % 12) + 1, date)],
    [3, () => dayText(year + random.pick([-10, -2, -1, 1, 2, 10]), month, date)],
    [2, () => dayText(year, month, random.between(1, 28))],
    [1, () => dayText(year, random.between(1, 12), date)],
  ] as const)()
  const time = Date.parse(wrong)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === wrong
  return isDay && wrong !== day ? wrong : dayText(year + 1, month, Math.min(date, 28))
}
