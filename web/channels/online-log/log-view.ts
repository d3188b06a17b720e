import { useView } from '../../ui/view.ts'
import { ranges } from './range.ts'

export const logFilters = {
  range: ranges,
  days: 'text',
  channel: 'text',
  event: 'text',
  status: ['waiting', 'done', 'ignored', 'failed', 'set_aside', 'refused'],
  answered: ['yes', 'no'],
} as const

/** An account by its number, or a connector; `connector` alone: all of them. */
const channels = /^(connector)?:?([1-9]\d{0,8})?$/

/** Name of a connector in the address. */
export const connectorChannel = (id: number) => `connector:${id}`

/** The accounts or connectors that the address names. */
export function requestedChannels(channel: string | undefined) {
  const [, source, channelId] = channels.exec(channel ?? '') ?? []
  return { ...(source && { source: 'connector' as const }), ...(channelId && { channelId }) }
}

export const useLogView = () => useView({ sorts: ['time'], sort: 'time', dir: 'desc', filters: logFilters })
export type LogView = ReturnType<typeof useLogView>
export type LogFilterValues = LogView['filters']

/** The filters as calls take them; what the address got wrong is left out. */
export const requestOf = ({ channel, event, status, answered }: LogFilterValues) => ({
  ...requestedChannels(channel),
  ...(event && event.length <= 40 && { eventType: event }),
  ...(status && { status }),
  ...(answered && { answered }),
})
