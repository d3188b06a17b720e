import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { BrokenTerm, Range, TermName, WatchTerms } from '@ruam/contract/watches/limits.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { useDelimiterWords, useLetterWords } from '../imports/data-sources/upload/reading-words.ts'
import { readForm } from './file-form.ts'
import { countOf, figureOf, termKinds, termUnits } from './term-rows.ts'
import { termsText } from './terms-text.ts'

type Figure = number | string | Range | null

/** A file of a comparison, and the day on which it arrived. */
export interface DatedFile {
  figures: WatchFigures
  today: string
}

const isRange = (figure: unknown): figure is Range => typeof figure === 'object' && figure !== null
/** Minutes of the day as HH:mm. */
export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Names, figures and limits of terms as text. */
export function useTermWords() {
  const t = useWords(termsText)
  const delimiters = useDelimiterWords()
  const letters = useLetterWords()
  const { formatNumber } = useFormat()
  const number = (value: number) =>
    formatNumber(Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100)
  const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)}%`
  const range = (from: string, to: string) => (from === to ? from : `${from}–${to}`)
  const form = (text: string) => {
    const { type, charset, delimiter, sheet, headerRow } = readForm(text)
    const row = headerRow === '1' ? [] : [t.headerRow({ row: headerRow })]
    const parts = charset && delimiter ? [letters[charset], delimiters[delimiter]] : [sheet ?? '']
    return [type.toUpperCase(), ...parts, ...row].filter(Boolean).join(' · ')
  }
  const age = (days: number) => (days < 0 ? t.ahead({ count: -days }) : t.dayCount({ count: days }))
  const counted = {
    people: (count: number) => t.peopleCount({ count }),
    rows: (count: number) => t.rowCount({ count }),
    cells: (count: number) => t.cellCount({ count }),
  }
  /** A figure without its unit, as a column of a table has it. */
  const value = (term: TermName, figure: Figure): string => {
    if (figure === null) return ''
    if (isRange(figure)) {
      const write = term === 'hours' ? clockOf : number
      return range(write(figure.from), write(figure.to))
    }
    if (typeof figure === 'string') return term === 'forms' ? form(figure) : figure
    const kind = termKinds[term]
    if (kind === 'share' || term === 'kinds') return percent(figure)
    if (kind === 'clock') return clockOf(figure)
    if (term === 'days' || term === 'oldest') return age(figure)
    if (term === 'values') return t.found({ count: figure })
    return number(figure)
  }
  /** A figure with its unit. */
  const full = (term: TermName, figure: Figure): string => {
    const unit = termKinds[term] === 'count' ? termUnits[term] : undefined
    return unit && typeof figure === 'number' ? counted[unit](figure) : value(term, figure)
  }
  const limit = (term: TermName, terms: WatchTerms): string => {
    const { columns, forms, values, oldest, hours } = terms
    if (term === 'columns') return columns === 'same' ? t.sameLimit : t.moreLimit
    if (term === 'forms') return forms.map(form).join(' / ')
    if (term === 'values') return t.known({ count: values.length })
    if (term === 'kinds') return t.asBefore
    if (term === 'oldest')
      return oldest.map(({ column, days }) => t.ofColumn({ column, limit: t.dayCount({ count: days }) })).join(' · ')
    if (term === 'hours') return hours ? t.clock({ from: clockOf(hours.from), to: clockOf(hours.to) }) : t.unchecked
    const set = terms[term]
    if (set === null) return t.unchecked
    if (term === 'days') return t.notOlder({ days: value(term, set) })
    if (termKinds[term] === 'least') return t.least({ least: value(term, set) })
    return isRange(set) ? value(term, set) : t.most({ most: full(term, set) })
  }
  return {
    name: (term: TermName) => t[term],
    rows: counted.rows,
    /** Name of a term before the field of its limit. */
    label(term: TermName): string {
      const name = t[term]
      switch (termKinds[term]) {
        case 'share':
        case 'count':
          return t.mostOf({ name })
        case 'least':
          return t.leastOf({ name })
        case 'days':
          return t.notOlderOf
        default:
          return name
      }
    },
    value,
    limit,
    /** Figure of a file with its unit; a share with its rows or cells. */
    ofFile(term: TermName, { figures, today }: DatedFile, terms: WatchTerms | null): string {
      const figure = figureOf(term, figures, today)
      if (term === 'columns' && terms?.names.every((name) => figures.columns.includes(name)))
        return t.allThere({ count: figures.columns.length })
      const count = countOf(term, figures)
      if (count && typeof figure === 'number' && figure > 0)
        return `${value(term, figure)} · ${counted[count.unit](count.count)}`
      return full(term, figure)
    },
    /** The figure of a file that broke a term, with the column or the value it is about. */
    broken({ term, value: figure, limit: set, column }: BrokenTerm): string {
      if (term === 'columns') return column ?? ''
      if (term === 'values') return t.missing({ value: `${column ?? ''} ${String(set)}`.trim() })
      if (term === 'days' && figure === '') return t.noDate
      const text = figure === '' ? '' : full(term, figure)
      return column ? t.ofColumn({ column, limit: text }) : text
    },
    /** What the files usually have, from the least to the most. */
    usual(term: TermName, files: readonly DatedFile[]): string {
      const figures = files.map(({ figures, today }) => figureOf(term, figures, today)).filter((one) => one !== null)
      const numbers = figures.filter((one) => typeof one === 'number')
      if (numbers.length > 0) {
        const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
        const [from, to] = [value(term, least), value(term, most)]
        if (from === to) return to
        // One unit is enough.
        if (termKinds[term] === 'share') return range(from.replace('%', ''), to)
        return (term === 'days' || term === 'oldest') && least >= 0 ? range(String(least), to) : range(from, to)
      }
      const ranges = figures.filter(isRange)
      if (ranges.length > 0) {
        const [from, to] = [Math.min(...ranges.map((one) => one.from)), Math.max(...ranges.map((one) => one.to))]
        return value(term, { from, to })
      }
      return [...new Set(figures.filter((one) => typeof one === 'string'))].map((one) => value(term, one)).join(' / ')
    },
    /** The terms in one sentence. */
    sentence(terms: WatchTerms): string {
      return [
        terms.columns === 'same' ? t.sameShort : t.moreShort,
        t.rowsShort({ range: value('rows', terms.rows) }),
        t.unreadableShort({ most: percent(terms.unreadable) }),
        ...(terms.days === null ? [] : [t.daysShort({ count: terms.days })]),
        t.changedShort({ count: terms.changed }),
      ].join(' · ')
    },
  }
}
