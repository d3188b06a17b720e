import {
  callOutside,
  type OutsideFile,
  type OutsideReply,
  type OutsideRequest,
  streamOutside,
} from '../../core/outside-call.ts'
import { count } from '../../metrics/metrics.ts'

/** Calls LINE, and counts the outcome. */
export async function callLineServer(url: string, sent: OutsideRequest): Promise<OutsideReply> {
  try {
    const reply = await callOutside(url, sent)
    count('ruam_line_requests_total', { outcome: outcomeOf(reply.status) })
    return reply
  } catch (error) {
    count('ruam_line_requests_total', { outcome: 'unreachable' })
    throw error
  }
}

/** Calls LINE for a file, and counts the outcome. */
export async function streamLineServer(url: string, sent: OutsideRequest): Promise<OutsideFile> {
  try {
    const file = await streamOutside(url, sent)
    count('ruam_line_requests_total', { outcome: outcomeOf(file.status) })
    return file
  } catch (error) {
    count('ruam_line_requests_total', { outcome: 'unreachable' })
    throw error
  }
}

function outcomeOf(status: number): 'ok' | 'busy' | 'failed' | 'refused' {
  if (status < 400) return 'ok'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failed' : 'refused'
}
