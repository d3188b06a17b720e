import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { testServer } from '../store.testing.ts'
import { change, draft, read, type Scene, schedule, workChannel } from './broadcasts.testing.ts'

const page = 'https://shop.example/sale'
export const textA = [{ type: 'text' as const, text: `แบบ A ${page}` }]
export const textB = [{ type: 'text' as const, text: `แบบ B ${page}` }]

/** A test of two texts that figures decide after a day. */
export const abTest = (more: object = {}) => ({
  ab_test: { messages: textB, share: 20, decide: 'after', hours: 24, tie: 'half', ...more },
})

type Shown = Awaited<ReturnType<typeof read>>

/** Works the channel until a broadcast is as asked. */
export async function workUntil(made: Scene, id: number, is: (now: Shown) => boolean): Promise<Shown> {
  for (;;) {
    await workChannel(made)
    const now = await read(made, id)
    if (is(now)) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sends the trial of two texts. Returns the broadcast as it waits. */
export async function sentTrial(made: Scene, test: object = {}, more: object = {}): Promise<Shown> {
  const { id } = await draft(made, { messages: textA, ...abTest(test), ...more })
  await schedule(made, id)
  return workUntil(made, id, ({ trial }) => trial?.ended_at != null)
}

/** Lets the hours of a trial pass. */
export const afterHours = (made: Scene, id: number) =>
  change(
    made,
    `update broadcast set trial_ended_at = trial_ended_at - interval '24 hours',
       wait_until = case when reason = 'trial' then clock_timestamp() end where store_id = $1 and id = $2`,
    [id],
  )

/** The text that each user got, as often as LINE accepted one: "A" or "B". */
export const textsByUser = ({ state, line }: Scene): [string, string][] =>
  state.accepted
    .filter(({ channelId }) => channelId === line.id)
    .map(({ userId, message }): [string, string] => [userId, (message as { text: string }).text.split(' ')[1]!])

/** Opens a link with so many browsers. */
export async function clickLink(made: Scene, id: number, arm: 'a' | 'b', visitors: number): Promise<void> {
  const { app } = await testServer()
  const { links } = await made.store.call(broadcasts.get, { params: { id: String(id) } })
  const url = new URL(links.find((link) => link.arm === arm)!.address!).pathname
  for (let n = 0; n < visitors; n++)
    await app.inject({ method: 'GET', url, headers: { 'user-agent': `Mozilla/5.0 Line/14.${n} ${arm}` } })
}
