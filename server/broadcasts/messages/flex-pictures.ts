import type { Message } from '@ruam/contract/broadcasts/messages.ts'

// The store's own pictures in flex messages. Their JSON names them as /media/{name}: their address may change until they are sent.

const NAMED = /"\/media\/([\w-]{43})"/g

/** Returns the names of the store's own pictures in flex messages. */
export const picturesInFlex = (messages: readonly Message[]): string[] =>
  messages.flatMap((message) =>
    message.type === 'flex' ? [...plain(message.contents).matchAll(NAMED)].map(([, name]) => name!) : [],
  )

/** Returns the contents of a flex message as LINE takes them, with public addresses of the store's own pictures. */
export const flexObject = (contents: string, mediaUrl: string): object =>
  JSON.parse(plain(contents).replace(NAMED, (_, name: string) => JSON.stringify(`${mediaUrl}/media/${name}`))) as object

/** Returns JSON in which a slash is never escaped. A draft may hold a text that is none. */
function plain(contents: string): string {
  try {
    return JSON.stringify(JSON.parse(contents))
  } catch {
    return contents
  }
}
