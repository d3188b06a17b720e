import { auth } from '@ruam/contract/access/auth.ts'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshEmail, listed, newcomer } from '../../testing/access/people.testing.ts'
import { madeRole, presetId, roleParams } from '../../testing/access/roles.testing.ts'
import { post } from '../../testing/app/auth.testing.ts'
import { columnsContaining, hurry, mailsTo, sendingServer } from '../../testing/mail.testing.ts'
import { type Mailbox, secretIn } from '../../testing/mail-server.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let box: Mailbox
let store: TestStore
let role: number
beforeAll(async () => {
  box = await sendingServer()
  store = await newStore()
  role = await presetId(store, 'viewer')
})

const invite = (email: string, more: { send?: boolean } = {}, by: TestStore = store) =>
  by.call(invitations.create, { body: { email, role_id: role, ...more } })
const accept = (token: string) => post(auth.acceptInvitation, newcomer(token), {})
const mailOf = async (email: string, of: TestStore = store) =>
  (await of.call(people.list, { query: { keyword: email } })).data[0]!

describe('an invitation by mail', () => {
  test('arrives with a valid link, which is not shown to its maker', async () => {
    const email = freshEmail()
    expect((await invite(email)).link).toBeNull()
    const [mail] = await mailsTo(box, email)
    expect(mail!.subject).toBe('คำเชิญให้ร่วมงานกับ ร้านทดสอบ / Invitation to join ร้านทดสอบ')
    expect(mail!.text).toContain('“ดูอย่างเดียว”')
    expect(mail!.text).toContain('http://ruam.example/user-invite#')
    await until(async () => (await mailOf(email)).mail === 'sent')
    expect((await accept(secretIn(mail!, '/user-invite'))).status).toBe(200)
    expect(await listed(store, email)).toEqual([{ status: 'member', role: 'viewer' }])
  })

  test('contains a secret that is stored in no table, queue or log', async () => {
    const email = freshEmail()
    await invite(email)
    const [mail] = await mailsTo(box, email)
    const token = secretIn(mail!, '/user-invite')
    await until(async () => (await mailOf(email)).mail === 'sent')
    expect(await columnsContaining(token)).toEqual([])
    // Proves that the search can find the address.
    expect(await columnsContaining(email)).toContain('public.invitation')
    expect(await columnsContaining('/user-invite#')).toEqual([])
  })

  test('an invitation of a store with line breaks in its name is one mail to one person', async () => {
    const { admin } = await testServer()
    const own = await newStore()
    await admin.query('update store set name = $2 where store_id = $1', [
      own.storeId,
      'ร้าน\r\nBcc: thief@example.com\r\n\r\nHello',
    ])
    const email = freshEmail()
    const { id } = (await own.call(invitations.create, {
      body: { email, role_id: await presetId(own, 'viewer') },
    })) as { id: number }
    const [mail] = await mailsTo(box, email)
    expect([id > 0, mail!.bcc ?? []]).toEqual([true, []])
    expect(mail!.subject).toContain('ร้าน Bcc: thief example. com Hello')
  })

  test('can be replaced by a link to hand on, which invalidates the mailed one', async () => {
    const email = freshEmail()
    await invite(email)
    const [mail] = await mailsTo(box, email)
    const { link } = await invite(email, { send: false })
    expect(link).toMatch(/\/user-invite#[\w-]{43}$/)
    expect((await accept(secretIn(mail!, '/user-invite'))).body.error).toBe('invitation_invalid')
    expect((await mailOf(email)).mail).toBeNull()
    expect((await accept(link!.split('#')[1]!)).status).toBe(200)
  })

  test('has a new link when it is sent again, and the previous one is invalid', async () => {
    const email = freshEmail()
    await invite(email)
    await mailsTo(box, email)
    await invite(email)
    const [first, second] = await mailsTo(box, email, 2)
    expect((await accept(secretIn(first!, '/user-invite'))).body.error).toBe('invitation_invalid')
    expect((await accept(secretIn(second!, '/user-invite'))).status).toBe(200)
  })
})

describe('mailed invitations', () => {
  test('are refused beyond five a day to one address, also when other stores send them', async () => {
    const email = freshEmail()
    const other = await newStore()
    const otherRole = await presetId(other, 'viewer')
    const body = { email, role_id: otherRole }
    for (let n = 0; n < 3; n++) await invite(email)
    for (let n = 0; n < 2; n++) await other.call(invitations.create, { body })
    await expect(invite(email)).rejects.toThrow('mails_to_address')
    await expect(other.call(invitations.create, { body })).rejects.toThrow('mails_to_address')
    await expect(invite(email.toUpperCase())).rejects.toThrow('mails_to_address')
    expect((await invite(email, { send: false })).link).toMatch(/^http/)
  })

  test('are refused beyond 200 a day of one store', async () => {
    const own = await newStore()
    const { admin } = await testServer()
    const used = 'insert into rate_limit (key, window_start, used) values ($1, clock_timestamp(), 199)'
    await admin.query(used, [`invitation-mail:store:${own.storeId}`])
    const role_id = await presetId(own, 'viewer')
    const send = () => own.call(invitations.create, { body: { email: freshEmail(), role_id } })
    expect((await send()).link).toBeNull()
    await expect(send()).rejects.toThrow('mails_of_store')
  })

  test('hold no address to click in the names of store, maker and role', async () => {
    const { admin } = await testServer()
    const own = await newStore()
    await admin.query('update store set name = $2 where store_id = $1', [own.storeId, 'Win at https://evil.example/x'])
    await admin.query("update users set first_name = 'www.evil.example', last_name = 'me@evil.example' where id = $1", [
      own.userId,
    ])
    const made = await madeRole(own, [], 'Dr.Somchai evil。example')
    const email = freshEmail()
    await own.call(invitations.create, { body: { email, role_id: made.id } })
    const [mail] = await mailsTo(box, email)
    const text = `${mail!.subject}\n${mail!.text}`.replaceAll(/http:\/\/ruam\.example\/\S*/g, '').replaceAll(email, '')
    expect(text).toContain('Dr. Somchai')
    expect(text).not.toMatch(/:\/\/|@|www\.\S|evil[.。]\S/)
    expect(mail!.html).not.toMatch(/evil\.example/)
  })
})

describe('a mail server that takes no mail', () => {
  test('for the moment is retried later, without blocking the call', { tags: ['verify'] }, async () => {
    const [own, email] = [await newStore(), freshEmail()]
    box.manner = { code: 451 }
    const before = box.refused
    await own.call(invitations.create, { body: { email, role_id: await presetId(own, 'viewer') } })
    await until(async () => box.refused > before)
    expect((await mailOf(email, own)).mail).toBe('waiting')
    box.manner = 'takes'
    await until(async () => {
      await hurry()
      return (await mailOf(email, own)).mail === 'sent'
    })
    expect(await mailsTo(box, email)).toHaveLength(1)
  })

  test('for this address fails at once, and the list shows the reason', async () => {
    const [own, email] = [await newStore(), freshEmail()]
    box.manner = { code: 550 }
    await own.call(invitations.create, { body: { email, role_id: await presetId(own, 'viewer') } })
    await until(async () => (await mailOf(email, own)).mail === 'failed')
    expect(await mailOf(email, own)).toMatchObject({ status: 'pending', mail: 'failed', mail_failure: 'refused' })
    box.manner = 'takes'
  })

  test('for hours makes the mail fail in the end', { tags: ['verify'] }, async () => {
    const [own, email] = [await newStore(), freshEmail()]
    box.manner = { code: 451 }
    await own.call(invitations.create, { body: { email, role_id: await presetId(own, 'viewer') } })
    await until(async () => {
      await hurry()
      return (await mailOf(email, own)).mail === 'failed'
    })
    expect((await mailOf(email, own)).mail_failure).toBe('busy')
    box.manner = 'takes'
  })
})

test('an invitation that is revoked before its mail is sent is not mailed', async () => {
  const [own, email] = [await newStore(), freshEmail()]
  box.manner = { code: 451 }
  const before = box.refused
  const { id } = await own.call(invitations.create, { body: { email, role_id: await presetId(own, 'viewer') } })
  await until(async () => box.refused > before)
  await own.call(invitations.revoke, { params: { id: String(own.storeId), key: String(id) } })
  box.manner = 'takes'
  const other = freshEmail()
  await hurry()
  await own.call(invitations.create, { body: { email: other, role_id: await presetId(own, 'viewer') } })
  await mailsTo(box, other)
  const { admin } = await testServer()
  const waiting = "select from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')"
  await until(async () => (await admin.query(waiting)).rowCount === 0)
  expect(box.mails.filter(({ to }) => to?.[0]?.address === email)).toEqual([])
})

test('an invitation that is refused queues no mail', async () => {
  const [own, email] = [await newStore(), freshEmail()]
  const { admin } = await testServer()
  const manager = await own.member(['user.user.edit'])
  const tried = await manager.try(invitations.create, {
    body: { email, role_id: await presetId(own, 'owner') },
  })
  const { rows } = await admin.query(
    "select data from pgboss.job where name = 'mail' and (data ->> 'store_id')::int = $1",
    [own.storeId],
  )
  expect([tried.body.error, rows]).toEqual(['role_beyond_rights', []])
})

describe('a member whose role has changed gets a mail', () => {
  test('once, with the new role in their own language', async () => {
    const own = await newStore()
    const member = await own.member(['cdp-core.profile.read'])
    await member.call(auth.updateMe, { body: { language: 'en' } })
    const params = { id: String(member.userId) }
    await own.call(people.update, { params, body: { role_id: await presetId(own, 'manager') } })
    const [mail] = await mailsTo(box, member.email)
    expect([mail!.subject, mail!.text?.includes('“Manager”')]).toEqual(['Your role in ร้านทดสอบ has changed', true])
    await own.call(people.update, { params, body: { role_id: await presetId(own, 'manager') } })
    await own.call(people.update, { params, body: { role_id: await presetId(own, 'viewer') } })
    expect(await mailsTo(box, member.email, 2)).toHaveLength(2)
  })

  test('also when the role they had was deleted', async () => {
    const own = await newStore()
    const [going, heir] = [await madeRole(own, ['cdp-core.profile.read']), await presetId(own, 'viewer')]
    const member = await own.member(['cdp-core.label.read'])
    await own.call(people.update, { params: { id: String(member.userId) }, body: { role_id: going.id } })
    await mailsTo(box, member.email)
    await own.call(roles.delete, { params: roleParams(own, going.id), query: { move_to: String(heir) } })
    const [, mail] = await mailsTo(box, member.email, 2)
    expect(mail!.text).toContain('“ดูอย่างเดียว”')
  })
})

test('a mail that comes back is shown to the person until one arrives', async () => {
  const own = await newStore()
  const member = await own.member(['cdp-core.profile.read'])
  const params = { id: String(member.userId) }
  box.manner = { code: 550 }
  await own.call(people.update, { params, body: { role_id: await presetId(own, 'manager') } })
  await until(async () => (await member.call(auth.me)).mail_failed_at !== null)
  box.manner = 'takes'
  await own.call(people.update, { params, body: { role_id: await presetId(own, 'viewer') } })
  await until(async () => (await member.call(auth.me)).mail_failed_at === null)
  expect((await member.call(stores.token, { body: { id: own.storeId } })).roles).toEqual(['viewer'])
})
