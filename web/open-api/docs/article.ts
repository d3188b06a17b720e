import type { Pair } from '@ruam/contract/platform/sentence.ts'
import type { RouteName } from '../../ui/route.tsx'
import type { ExampleStore } from './example-store.ts'
import type { CodeLanguage } from './highlight.ts'

/** A part of an article. Code stands in backticks. */
export type ArticleBlock =
  | { h: Pair; id?: string }
  | { p: Pair }
  | { list: readonly Pair[] }
  | { steps: readonly Pair[] }
  /** First row: the heads. */
  | { table: readonly (readonly Pair[])[] }
  | { link: Pair; to: RouteName }
  /** A page outside of the store. */
  | { link: Pair; address: '/choose-store' }
  /** A command, unless a language is named. */
  | { code: (store: ExampleStore) => string; language?: CodeLanguage }
  /** Title of the call whose answer is shown. */
  | { answer: string }
  /** A part that is made of the contract. */
  | { show: 'scopes' | 'limits' | 'errors' | 'item-errors' | 'fields' }

/** A hand-written article. */
export interface Prose {
  id: string
  title: Pair
  /** Call whose example is shown next to it. */
  example: string
  /** The example has the header of a test run. */
  dry?: true
  blocks: readonly ArticleBlock[]
}
