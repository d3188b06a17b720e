import { wordsNow } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { text } from './text.ts'

// The patterns of contract/channels/accounts.ts, each with its sentence.
const CHANNEL_ID = /^\d{5,20}$/
const SECRET = /^[0-9a-f]{32}$/
const TOKEN = /^[\w+/=.-]{40,1000}$/

export const checkChannelId = (value: string) =>
  checks.required(value) ?? (CHANNEL_ID.test(value.trim()) ? null : wordsNow(text).channelIdWrong)

export const checkNewSecret = (value: string) => checks.required(value) ?? checkSecret(value)

export const checkSecret = (value: string) =>
  !value.trim() || SECRET.test(value.trim()) ? null : wordsNow(text).secretWrong

export const checkToken = (value: string) =>
  !value.trim() || TOKEN.test(value.trim()) ? null : wordsNow(text).tokenWrong

export const checkProvider = (value: string) => (value.trim() ? checks.name(value) : null)

/** Input attributes that keep browsers from filling in or correcting keys. */
export const plainInput = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
