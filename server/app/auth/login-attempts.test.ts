import { beforeAll, describe, expect, test } from 'vitest'
import { freshAddress, PASSWORD, serverWith, signIn, storeWithPassword } from '../../testing/app/auth.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await storeWithPassword()
})

/** As if so many seconds had passed for all tries. */
async function pass(seconds: number) {
  const { admin } = await testServer()
  await admin.query('update rate_limit set window_start = window_start - make_interval(secs => $1)', [seconds])
}

const statuses = async (times: number, once: (n: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let n = 0; n < times; n++) seen.push((await once(n)).status)
  return seen
}
const refused = (times: number) => Array<number>(times).fill(401)

describe('trying passwords', () => {
  test('a sixth attempt for one user from one address within a minute must wait, even with the right password', async () => {
    const { email } = await storeWithPassword()
    const from = freshAddress()
    expect(await statuses(5, () => signIn(email, 'wrong', from))).toEqual(refused(5))
    const sixth = await signIn(email, PASSWORD, from)
    expect([sixth.status, sixth.body.error]).toEqual([429, 'too_many_requests'])
    const seconds = Number(sixth.headers['retry-after'])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(sixth.body.message).toContain(String(seconds))
    expect((await signIn(email)).status).toBe(200)
  })

  test('a user can try again after a minute', async () => {
    const { email } = await storeWithPassword()
    const from = freshAddress()
    await statuses(6, () => signIn(email, 'wrong', from))
    await pass(61)
    expect((await signIn(email, PASSWORD, from)).status).toBe(200)
  })

  test('attempts for many users from one address must wait too', async () => {
    const from = freshAddress()
    expect(await statuses(21, (n) => signIn(`guess${n}@example.com`, 'wrong', from))).toEqual([...refused(20), 429])
  })

  test('a holder of IPv6 addresses counts once for all of them', async () => {
    const tried = await statuses(21, (n) => signIn(`other${n}@example.com`, 'wrong', `2001:db8:5:6::${n.toString(16)}`))
    expect(tried).toEqual([...refused(20), 429])
    expect((await signIn('other@example.com', 'wrong', '2001:db8:5:7::1')).status).toBe(401)
  })

  test('failed attempts of one user do not block another', async () => {
    const { email } = await storeWithPassword()
    const from = freshAddress()
    await statuses(6, () => signIn(email, 'wrong', from))
    expect((await signIn(store.email, PASSWORD, from)).status).toBe(200)
  })

  test('from everywhere is slowed down for one person, in a minute and in an hour', async () => {
    const { email } = await storeWithPassword()
    expect(await statuses(11, () => signIn(email, 'wrong'))).toEqual([...refused(10), 429])
    for (let minute = 0; minute < 4; minute++) {
      await pass(61)
      await statuses(10, () => signIn(email, 'wrong'))
    }
    await pass(61)
    const late = await signIn(email)
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(60)
    await pass(3600)
    expect((await signIn(email)).status).toBe(200)
  })

  test('lets a user in on a known device, wherever the failed attempts come from', async () => {
    const { email } = await storeWithPassword()
    const from = freshAddress()
    const { device } = await signIn(email, PASSWORD, from)
    await statuses(30, (n) => signIn(email, 'wrong', n % 2 ? from : freshAddress()))
    expect((await signIn(email)).status).toBe(429)
    expect((await signIn(email, PASSWORD, { from, cookie: device })).status).toBe(200)
  })

  test('on a known device waits after the fifth within a minute', async () => {
    const { email } = await storeWithPassword()
    const { device } = await signIn(email)
    expect(await statuses(6, () => signIn(email, 'wrong', { cookie: device }))).toEqual([...refused(5), 429])
  })

  test('gains nothing from the device of another user, or an invented one', async () => {
    const own = await storeWithPassword()
    const { device } = await signIn((await storeWithPassword()).email)
    const token = device!.split('=')[1]
    const from = freshAddress()
    await statuses(5, () => signIn(own.email, 'wrong', from))
    for (const cookie of [
      device!,
      `ruam_device_${own.userId}=${token}`,
      `ruam_device_${own.userId}=${'x'.repeat(43)}`,
    ]) {
      expect((await signIn(own.email, PASSWORD, { from, cookie })).status).toBe(429)
    }
  })

  test('is not made easier by a forged chain of addresses, behind one proxy or two', { tags: ['verify'] }, async () => {
    for (const trustProxy of [1, 2]) {
      const { app } = await serverWith({ trustProxy })
      const from = freshAddress()
      // Proxies append to the header: the caller's address, then that of the first proxy.
      const added = [from, '10.9.9.1'].slice(0, trustProxy)
      const chain = (n: number) => ['1.2.3.4', `203.0.113.${n}`, ...added].join(', ')
      const tried = await statuses(21, (n) =>
        signIn(`chain${trustProxy}.${n}@example.com`, 'wrong', {
          app,
          from: '10.9.9.9',
          headers: { 'x-forwarded-for': chain(n) },
        }),
      )
      expect(tried).toEqual([...refused(20), 429])
      await app.close()
    }
  })

  test('counts the address of the connection when no proxy is configured, whatever the headers claim', async () => {
    const from = freshAddress()
    const tried = await statuses(21, (n) =>
      signIn(`claim${n}@example.com`, 'wrong', { from, headers: { 'x-forwarded-for': `203.0.113.${n}` } }),
    )
    expect(tried).toEqual([...refused(20), 429])
  })

  test('counts users behind a proxy separately', { tags: ['verify'] }, async () => {
    const { app } = await serverWith({ trustProxy: 1 })
    const tried = await statuses(25, (n) =>
      signIn(`many${n}@example.com`, 'wrong', {
        app,
        from: '10.9.9.9',
        headers: { 'x-forwarded-for': `203.0.114.${n}` },
      }),
    )
    expect(tried).toEqual(refused(25))
    await app.close()
  })
})
