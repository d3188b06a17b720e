import { useView } from '../../ui/view.ts'
import { ranges } from './range.ts'

export const logFilters = {
  range: ranges,
  days: 'text',
  channel: 'text',
  event: 'text',
  status: ['waiting', 'done', 'ignored', 'failed', 'refused'],
} as const

const digits = /^[1-9]\d{0,8}$/

export const useLogView = () => useView({ sorts: ['time'], sort: 'time', dir: 'desc', filters: logFilters })
export type LogView = ReturnType<typeof useLogView>
export type LogFilterValues = LogView['filters']

/** The filters as calls take them; what the address got wrong is left out. */
export const askedOf = ({ channel, event, status }: LogFilterValues) => ({
  ...(channel && digits.test(channel) && { channelId: channel }),
  ...(event && event.length <= 40 && { eventType: event }),
  ...(status && { status }),
})
