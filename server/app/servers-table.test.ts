import { expect, test } from 'vitest'
import { overviewLines } from './servers-table.ts'

const rates = { eventsPerMinute: 2.5, requestsPerMinute: 10 }

test('lists stores by server with the command that moves each, and names a server that is away', () => {
  const lines = overviewLines([
    {
      ...{ id: 1, version: '18.4', bytes: 3e9 },
      stores: [
        { id: 7, name: 'ร้านกาแฟ', people: 1_200_000, bytes: 2.1e9, ...rates, move: null },
        { id: 12, name: 'Tea', people: 40, bytes: null, ...rates, move: { target: 2, step: 'following' } },
      ],
    },
    { id: 2, version: '15.9', bytes: 5e7, stores: [] },
    {
      ...{ id: 3, version: null, bytes: null },
      stores: [
        { id: 9, name: 'Far', people: null, bytes: null, eventsPerMinute: null, requestsPerMinute: null, move: null },
      ],
    },
  ])
  expect(lines).toEqual([
    'Server 1 (home): PostgreSQL 18.4, 3.0 GB, 2 stores',
    '  store  name     people     size    events/min  requests/min  move',
    '  7      ร้านกาแฟ  1,200,000  2.1 GB  2.5         10.0          npm run store:move 7 2',
    '  12     Tea      40         –       2.5         10.0          on its way to server 2 (following): npm run store:move 12 2',
    'Server 2: PostgreSQL 15.9, 50 MB, 0 stores',
    'Server 3 is away: its 1 store answer 503 until it is back, and none can move to it or from it.',
    '  store  name     people     size    events/min  requests/min  move',
    '  9      Far      –          –       –           –             –',
  ])
})
