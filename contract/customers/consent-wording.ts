/** Ways of reaching customers that a wording can name. */
export const wordingChannels = ['line', 'facebook', 'email', 'sms', 'phone', 'post'] as const
export type WordingChannel = (typeof wordingChannels)[number]

/** Legal basis on which a store uses data for a purpose (PDPA sections 19 and 24). */
export const legalBases = ['consent', 'contract', 'legitimate_interest', 'legal_obligation'] as const

/** Channels of a purpose that names none. */
export const DEFAULT_CHANNELS: readonly WordingChannel[] = ['line', 'email', 'sms', 'phone']

export const WORDING_MAX_LENGTH = 2000
