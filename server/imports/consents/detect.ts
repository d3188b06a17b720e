import type { ConsentColumn } from '@ruam/contract/imports/consent-columns.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { type AnswerStyle, areAnswers, readAnswer } from './read-answer.ts'

const CONSENT = /ยินยอม|อนุญาต|รับข่าว|รับโปร|consent|opt[- ]?(?:ed )?(?:in|out)|accepts?|subscri|pdpa|marketing|unsub/
const WITHDRAWS =
  /unsub|opt[- ]?(?:ed )?out|do ?not|suppress|ไม่รับ|ไม่ยินยอม|ไม่อนุญาต|ไม่ต้องการ|ยกเลิก|ถอน|ปฏิเสธ|งดรับ|withdr|revok/
const BOTH = /opt[- ]?(?:ed )?in|(?:^|[^n])subscri\w* ?or|รับหรือไม่/

/** A header as its words are compared. */
const wordsOf = (header: string) =>
  canonicalText(header.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_\-./():*]+/g, ' ')).toLowerCase()

/** True if a header asks for a consent, or for its end. */
export const speaksOfConsent = (header: string): boolean => CONSENT.test(wordsOf(header))

/** Meaning of a yes under a header. */
export function yesMeansOf(header: string): ConsentColumn['yes_means'] {
  const words = wordsOf(header)
  return WITHDRAWS.test(words) && !BOTH.test(words) ? 'withdrawn' : 'granted'
}

/** Returns how the cells of a column are read. Digits are an answer if the header asks, or if all cells are 0 or 1. */
export const answerStyleOf = (
  header: string,
  facts: Pick<ColumnFacts, 'filled' | 'zeroOrOne'> | undefined,
  yesMeans: ConsentColumn['yes_means'],
): AnswerStyle => ({
  yesMeans,
  digits: speaksOfConsent(header) || (facts !== undefined && facts.filled > 0 && facts.zeroOrOne === facts.filled),
})

/** True if most cells of a column are days. */
export const holdsDays = ({ days, filled }: Pick<ColumnFacts, 'days' | 'filled'>) => filled > 0 && days * 2 >= filled

/** True for a column of answers: by its cells, or by what its header and its cells agree on. */
export function isConsentColumn(header: string, facts: ColumnFacts): boolean {
  const { filled, samples, booleans } = facts
  if (filled === 0) return false
  if (areAnswers(samples)) return true
  if (!speaksOfConsent(header)) return false
  if (holdsDays(facts)) return true
  const style = answerStyleOf(header, facts, 'granted')
  const read = samples.filter((sample) => readAnswer(sample, style) !== null).length
  return booleans * 2 >= filled || (samples.length > 0 && read * 2 >= samples.length)
}
