import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { expect, test } from 'vitest'
import { follow, textMessage } from '../../../../tools/line/webhooks.ts'
import { answerScene, text } from '../../../testing/channels/answers.testing.ts'
import { pauseIngester } from '../../../testing/channels/line.testing.ts'
import { field, madeProfile, rowsOf } from '../../../testing/customers/profiles.testing.ts'
import { isWaiting, testServer } from '../../../testing/store.testing.ts'
import { until } from '../../../testing/until.testing.ts'

test('answers of known customers wait for no new friend and no word that links, and each person’s events keep their order', async () => {
  const made = await answerScene()
  const { store, state } = made
  await made.create({ kind: 'greeting', name: 'ใหม่' })
  await made.create({ kind: 'linked', name: 'เชื่อมแล้ว', messages: [text('เชื่อมแล้ว')] })
  await made.keyword('แต้ม', ['แต้ม'])
  const say = (userId: string, words: string) => textMessage(state, userId, words)
  const [known, linking, fresh] = [made.friend(), made.friend(), made.friend()]
  await made.post(say(known, 'สวัสดี'), say(linking, 'สวัสดี'))
  const { id } = await madeProfile(store, { [field.firstName]: 'ญาดา' })
  const { word } = await store.call(lineLink.create, {
    params: { id: String(id) },
    body: { channel_id: Number(made.id) },
  })
  const resume = await pauseIngester(store.storeId)
  await made.deliver(
    follow(state, fresh),
    say(fresh, 'แต้ม'),
    say(linking, word),
    say(linking, 'แต้ม'),
    say(known, 'แต้ม'),
  )
  const { admin } = await testServer()
  await admin.query(`
    create function wait_for_test() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(107); return new; end $$;
    create trigger wait_for_test before insert on profile for each row execute function wait_for_test()`)
  const holder = await admin.connect()
  await holder.query('begin; select pg_advisory_xact_lock(107)')
  const resumed = resume()
  try {
    await until(async () => made.replies().length > 0 && (await isWaiting()))
    expect(made.texts()).toEqual(['ตอบ แต้ม'])
    const waiting = 'select user_id from online_log where store_id = $1 and status = $2 order by id'
    const users = (await rowsOf<{ user_id: string }>(store, waiting, 'waiting')).map(({ user_id }) => user_id)
    expect(users).toEqual([fresh, fresh, linking, linking])
  } finally {
    await holder.query('rollback')
    holder.release()
    await resumed
    await admin.query('drop trigger wait_for_test on profile; drop function wait_for_test()')
  }
  expect((await made.outcomes()).map(({ outcome }) => outcome)).toEqual([
    ...['none', 'none', 'given', 'given', 'given', 'given', 'given'],
  ])
  expect(made.texts().slice(1).sort()).toEqual(['ตอบ แต้ม', 'ตอบ แต้ม', 'สวัสดี', 'เชื่อมแล้ว'])
})
