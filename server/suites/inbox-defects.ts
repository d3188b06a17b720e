import type { Defect } from './defect.ts'

const poison = ['server/channels/inbox/poison.test.ts', 'server/suites/inbox-poison.test.ts']

/** Of events and texts that other systems send. */
export const inboxDefects: Defect[] = [
  {
    title: 'halves of characters are stored as they come',
    changes: [
      {
        file: 'server/core/clean-text.ts',
        find: /text\.isWellFormed\(\) \? text : text\.replace\(HALF_CHARACTERS, ''\)/,
        put: 'text',
      },
    ],
    suites: ['server/core/outside-text.test.ts'],
  },
  {
    title: 'an unreadable event has its delivery refused',
    changes: [
      {
        file: 'server/channels/webhooks/line-events.ts',
        find: / {2}const outcome = await receiveDelivery\(/,
        put: "  if (received.events.some((event) => 'parts' in readEvent(event))) throw new ApiError('invalid_input')\n  const outcome = await receiveDelivery(",
      },
    ],
    suites: poison,
  },
  {
    title: 'an event that fails is tried for ever',
    changes: [
      { file: 'server/channels/inbox/set-aside.ts', find: /const MAX_TRIES = 5/, put: 'const MAX_TRIES = 1000' },
    ],
    suites: ['server/channels/inbox/set-aside.test.ts'],
  },
  {
    title: 'an event dated in the future wins over all that follow',
    changes: [
      {
        file: 'server/channels/inbox/receive.ts',
        find: /event\.timestamp <= now \+ MAX_AHEAD_MS/,
        put: 'event.timestamp > 0',
      },
      {
        file: 'server/channels/friends/queries.ts',
        find: / or f\.since > clock_timestamp\(\) \+ interval '5 minutes'/,
        put: '',
      },
    ],
    suites: poison,
  },
  {
    title: 'the events of an erased person are logged with their LINE id',
    changes: [
      {
        file: 'server/channels/inbox/receive.ts',
        find: /if \(erased\.size === 0\) return/,
        put: 'if (erased.size >= 0) return',
      },
    ],
    suites: ['server/channels/inbox/erased.test.ts'],
  },
]
