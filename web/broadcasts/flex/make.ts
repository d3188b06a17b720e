/** A value of LINE's JSON. */
export type Json = Readonly<Record<string, unknown>>

// Short ways to write components of flex messages.

export const text = (words: string, more: Json = {}): Json => ({ type: 'text', text: words, ...more })
export const box = (layout: string, contents: readonly Json[], more: Json = {}): Json => ({
  ...{ type: 'box', layout, contents },
  ...more,
})
export const vertical = (contents: readonly Json[], more: Json = {}) => box('vertical', contents, more)
export const horizontal = (contents: readonly Json[], more: Json = {}) => box('horizontal', contents, more)
export const separator = (more: Json = {}): Json => ({ type: 'separator', ...more })
export const bubble = (blocks: Json): Json => ({ type: 'bubble', ...blocks })
/** A button that opens a link. */
export const linkButton = (label: string, uri: string, more: Json = {}): Json => ({
  ...{ type: 'button', action: { type: 'uri', label, uri } },
  ...more,
})
