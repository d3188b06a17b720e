import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

// Two kinds of words: eight random letters for the counter, and personal links, which encode the customer and need no row until used.

/** Crockford's alphabet: no two letters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const PREFIX = 'link-'
const WORD_LETTERS = 8
const DAY_LETTERS = 3
/** 50 bits. */
const TAG_LETTERS = 10
const DAY_MS = 86_400_000
/** Days are counted from here. Three letters last for 89 years. */
const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS
/** Days that a personal link is good for. */
const PERSONAL_DAYS = 30

export const newWord = () =>
  PREFIX + Array.from({ length: WORD_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const pattern = new RegExp(`\\b${PREFIX}([${ALPHABET}iluo]{${WORD_LETTERS},40})\\b`, 'i')

/** Returns the word in a message, as it was made; null if there is none. Letters that look alike are read as the one that exists. */
export function wordIn(text: string): string | null {
  const [, letters] = pattern.exec(text) ?? []
  return letters === undefined
    ? null
    : PREFIX + letters.toLowerCase().replace(/[il]/g, '1').replace(/o/g, '0').replace(/u/g, 'v')
}

/** Key material for a store's words. */
export interface Signer {
  secretKey: string
  storeId: number
}

const keyOf = ({ secretKey, storeId }: Signer, use: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `ruam line ${use} ${storeId}`, 32))

/** Returns what the database keeps of a word. Without the server's secret, the word cannot be found by brute force. */
export const wordHash = (signer: Signer, word: string): Buffer =>
  createHmac('sha256', keyOf(signer, 'word')).update(word).digest()

function letters(value: number, length = 1): string {
  let text = ''
  for (let rest = value; rest > 0 || text.length < length; rest = Math.floor(rest / 32))
    text = ALPHABET[rest % 32]! + text
  return text
}

const numberOf = (text: string) => [...text].reduce((sum, letter) => sum * 32 + ALPHABET.indexOf(letter), 0)

function tagOf(key: Buffer, channelId: number, body: string): string {
  const digest = createHmac('sha256', key).update(`${channelId} ${body}`).digest()
  return Array.from({ length: TAG_LETTERS }, (_, index) => ALPHABET[digest[index]! % 32]).join('')
}

/** Returns a function that makes the personal links of one account, good until a day in `PERSONAL_DAYS` days. */
export function personalWords(signer: Signer, channelId: number, now: number): (profileId: number) => string {
  const key = keyOf(signer, 'personal')
  const day = letters(Math.floor(now / DAY_MS) + PERSONAL_DAYS - FIRST_DAY, DAY_LETTERS)
  return (profileId) => {
    const body = letters(profileId) + day
    return PREFIX + body + tagOf(key, channelId, body)
  }
}

/** Bytes of a block of SHA-256, to which HMAC pads its key (RFC 2104). */
const BLOCK_BYTES = 64

/** Returns the personal link of a profile as SQL, as `personalWords` makes it: an export of a million rows needs no other query. */
export function personalWordSql(
  signer: Signer,
  channelId: number,
  now: number,
  profileId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = Buffer.alloc(BLOCK_BYTES)
  keyOf(signer, 'personal').copy(key)
  const pad = (byte: number) => sql.lit(`\\x${Buffer.from(key.map((one) => one ^ byte)).toString('hex')}`)
  const alphabet = sql.lit(ALPHABET)
  const day = sql.lit(letters(Math.floor(now / DAY_MS) + PERSONAL_DAYS - FIRST_DAY, DAY_LETTERS))
  const body = sql`(ltrim((select string_agg(substr(${alphabet}, ((${profileId} >> (5 * i)) & 31)::int + 1, 1), '' order by i desc)
    from generate_series(0, 11) i), '0') || ${day})`
  const inner = sql`sha256(${pad(0x36)}::bytea || convert_to(${sql.lit(String(channelId))} || ' ' || ${body}, 'UTF8'))`
  return sql`(${sql.lit(PREFIX)} || ${body} || (select string_agg(substr(${alphabet}, get_byte(d.tag, i) % 32 + 1, 1), '' order by i)
    from (select sha256(${pad(0x5c)}::bytea || ${inner}) as tag) d cross join generate_series(0, ${sql.lit(TAG_LETTERS - 1)}) i))`
}

/** Returns whose personal link a word is and when it ends, or null if it is no such link of the account. */
export function readPersonal(
  signer: Signer,
  channelId: number,
  word: string,
): { profileId: number; expires: number } | null {
  const text = word.slice(PREFIX.length)
  const body = text.slice(0, -TAG_LETTERS)
  if (body.length <= DAY_LETTERS) return null
  const tag = tagOf(keyOf(signer, 'personal'), channelId, body)
  if (!timingSafeEqual(Buffer.from(tag), Buffer.from(text.slice(-TAG_LETTERS)))) return null
  const profileId = numberOf(body.slice(0, -DAY_LETTERS))
  // The end of that day by UTC.
  return { profileId, expires: (numberOf(body.slice(-DAY_LETTERS)) + FIRST_DAY + 1) * DAY_MS }
}

/** Returns the address that opens an account's chat with a word in its input (LINE, "URL scheme"). */
export const wordUrl = (basicId: string, word: string): string =>
  `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(word)}`
