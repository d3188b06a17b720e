import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import type { Language } from '../../data/text.ts'
import { articles, pairsOf } from './articles.ts'
import { errorNotes } from './error-notes.ts'
import { errorSentence } from './error-sentence.ts'
import { itemErrors } from './item-errors.ts'

/** A place that the search finds. */
interface Found {
  anchor: string
  title: string
  /** Sentence that has the words. */
  excerpt: string
}

interface Place extends Found {
  /** Text that is searched, in lower case. */
  text: string
}

const MOST = 12
const EXCERPT = 120

const plain = (text: string) => text.replaceAll('`', '')

function placesOf(language: Language, names: readonly ErrorName[]): Place[] {
  const at = language === 'th' ? 0 : 1
  const place = (anchor: string, title: string, text: string): Place => ({
    ...{ anchor, title: plain(title), excerpt: plain(text) },
    text: plain(`${title} ${text}`).toLowerCase(),
  })
  return [
    ...articles.flatMap((article) =>
      'call' in article
        ? [place(article.id, article.title[at], `${article.call} ${article.words.about[at]}`)]
        : [
            place(article.id, article.title[at], ''),
            ...article.blocks.flatMap(pairsOf).map((pair) => place(article.id, article.title[at], pair[at])),
          ],
    ),
    ...names.map((name) =>
      place(
        name,
        name,
        `${errors[name].code} ${errors[name].status} ${errorSentence(name, language)} ${errorNotes[name]?.[at] ?? ''}`,
      ),
    ),
    ...itemErrors.map(([name, sentence]) => place(name, name, sentence[language])),
  ]
}

/** Part of a text around the place of a word. */
function around(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 3)
  const cut = text.slice(at, at + EXCERPT)
  return `${at > 0 ? '…' : ''}${cut}${at + EXCERPT < text.length ? '…' : ''}`
}

/** Finds the places with all words, those with the words in the title first. */
export function search(words: string, language: Language, names: readonly ErrorName[]): Found[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return []
  const hits = placesOf(language, names).filter(({ text }) => wanted.every((word) => text.includes(word)))
  const inTitle = ({ title }: Place) => wanted.every((word) => title.toLowerCase().includes(word))
  const sorted = [...hits.filter(inTitle), ...hits.filter((hit) => !inTitle(hit))]
  // One result an anchor.
  const first = sorted.filter((hit, place) => sorted.findIndex(({ anchor }) => anchor === hit.anchor) === place)
  return first
    .slice(0, MOST)
    .map(({ anchor, title, excerpt }) => ({ anchor, title, excerpt: around(excerpt, wanted[0]!) }))
}
