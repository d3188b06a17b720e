import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loggerOf } from './log.ts'

const away = (address: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${address}`), { code: 'ECONNREFUSED' })

test('the same error is logged once a second, with the number of lines left out', async () => {
  const lines: { left_out?: number; err: { message: string }; work: string }[] = []
  const log = loggerOf({ environment: 'test' } as never, { write: (line) => lines.push(JSON.parse(line)) })
  for (let time = 0; time < 500; time++)
    log.child({ time }).error({ err: away(time), work: `task ${time % 20}` }, 'job')
  log.error({ err: new TypeError('another') }, 'job')
  expect(lines.map(({ err }) => err.message)).toEqual(['connect ECONNREFUSED 127.0.0.1:0', 'another'])
  await sleep(1100)
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ left_out: 498, err: { message: 'connect ECONNREFUSED 127.0.0.1:499' } })
})

test('warnings and events are never left out', () => {
  const lines: string[] = []
  const log = loggerOf({ environment: 'test' } as never, { write: (line) => lines.push(line) })
  for (let time = 0; time < 3; time++) log.warn({ err: away(1) }, 'mail given up')
  expect(lines).toHaveLength(3)
})
