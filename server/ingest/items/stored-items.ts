import { cleanJson } from '../../core/clean-text.ts'

declare const unread: unique symbol
/** JSON that a program sent, which only `parseItems` reads. */
export type SentJson = { readonly [unread]: true }

/** Escapes of U+0000 and of halves of characters: valid UTF-8 brings neither in another way. */
const UNCLEAN = /\\u(?:0000|d[89a-f])/i

/** Parses what a program sent, with clean texts. Its hash was made of the bytes as they came. */
export function parseItems(sent: SentJson): unknown {
  const json = sent as unknown as string
  const value = JSON.parse(json) as unknown
  return UNCLEAN.test(json) ? cleanJson(value) : value
}
