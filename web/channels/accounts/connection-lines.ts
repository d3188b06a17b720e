import type { ConnectionFault } from '@ruam/contract/channels/connection.ts'
import type { AccountRow } from './account-row.ts'

const webhookFaults: ReadonlySet<ConnectionFault> = new Set<ConnectionFault>([
  ...([
    'no_https',
    'no_address',
    'other_address',
    'switched_off',
    'refused',
    'unreachable',
    'timeout',
    'slow',
  ] as const),
])

/** Returns the faults of the two lines of a connection: of the account itself, and of received messages. */
export function faultsOf({ connection, checks }: Pick<AccountRow, 'connection' | 'checks'>) {
  const found = [connection.fault, ...checks.map(({ result }) => (result === 'ok' ? null : result))]
  const first = (ofWebhook: boolean) =>
    found.find((fault) => fault !== null && webhookFaults.has(fault) === ofWebhook) ?? null
  return { ofAccount: first(false), ofWebhook: first(true) }
}
