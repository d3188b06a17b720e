import { errors } from '@ruam/contract/errors/catalog.ts'
import { rowFailures } from '@ruam/contract/imports/row-failures.ts'
import { type CallWords, callGroups, callWords } from '@ruam/contract/open-api/call-words.ts'
import type { Pair } from '@ruam/contract/platform/sentence.ts'
import type { ArticleBlock, Prose } from './article.ts'
import { operating } from './prose-operating.ts'
import { sending } from './prose-sending.ts'
import { starting } from './prose-start.ts'

/** An article about one call. */
interface CallArticle {
  id: string
  title: Pair
  call: string
  words: CallWords
}

type Article = Prose | CallArticle

/** Anchor of a call: `post-profiles-batch`. */
const anchorOf = (title: string) =>
  title
    .replace(' /open-api/v1/', '-')
    .replace(/[^\w]+/g, '-')
    .replace(/-$/, '')
    .toLowerCase()

const callsOf = (group: CallWords['group']): Article[] =>
  Object.entries(callWords)
    .filter(([, words]) => words.group === group)
    .map(([call, words]) => ({ id: anchorOf(call), title: words.title, call, words }))

/** The articles in the order of the navigation. */
export const groups: readonly {
  name: 'groupStart' | 'groupSend' | 'groupRead' | 'groupOperate'
  articles: Article[]
}[] = [
  { name: 'groupStart', articles: [...starting] },
  { name: 'groupSend', articles: [...sending, ...callsOf(callGroups[0])] },
  { name: 'groupRead', articles: callsOf(callGroups[1]) },
  { name: 'groupOperate', articles: [...operating] },
]

export const articles: readonly Article[] = groups.flatMap((group) => group.articles)

const isError = (name: string) => Object.hasOwn(errors, name) || Object.hasOwn(rowFailures, name)

/** Finds the article of an anchor: its own, that of one of its headings, or the errors for the name of an error. */
export function articleAt(anchor: string): Article {
  return (
    articles.find(({ id }) => id === anchor) ??
    articles.find((one) => 'blocks' in one && one.blocks.some((block) => 'id' in block && block.id === anchor)) ??
    (isError(anchor) ? articles.find(({ id }) => id === 'errors')! : articles[0]!)
  )
}

const isPair = (value: unknown): value is Pair => Array.isArray(value) && typeof value[0] === 'string'

/** Texts of a block, in both languages. */
export function pairsOf(block: ArticleBlock): Pair[] {
  if ('table' in block) return block.table.flat()
  return Object.values(block).flatMap((value) =>
    isPair(value) ? [value] : Array.isArray(value) ? (value as Pair[]) : [],
  )
}
