import { auth } from '@ruam/contract/access/auth.ts'
import { people } from '@ruam/contract/access/people.ts'
import { describe, expect, test } from 'vitest'
import { refresh, signIn, storeWithPassword, written } from '../../testing/app/auth.testing.ts'
import { newStore } from '../../testing/store.testing.ts'

describe('personal settings', () => {
  test('is changed part by part, and language and era can be taken back', async () => {
    const person = await newStore()
    expect(await person.call(auth.me)).toMatchObject({ first_name: 'สมชาย', language: null, era: null })
    await person.call(auth.updateMe, { body: { language: 'en', era: 'be' } })
    await person.call(auth.updateMe, { body: { first_name: ' มานี ' } })
    expect(await person.call(auth.updateMe, { body: { era: null } })).toEqual({
      ...(await person.call(auth.me)),
      first_name: 'มานี',
      last_name: 'ใจดี',
      language: 'en',
      era: null,
    })
  })

  test('comes with the next sign-in', async () => {
    const person = await storeWithPassword()
    await person.call(auth.updateMe, { body: { language: 'en', era: 'be' } })
    const { body, cookie } = await signIn(person.email)
    expect([body.user, (await refresh(cookie)).body.user]).toMatchObject(Array(2).fill({ language: 'en', era: 'be' }))
  })

  test('is written down in their stores where others see it', async () => {
    const person = await newStore()
    await person.call(auth.updateMe, { body: { language: 'en' } })
    await person.call(auth.updateMe, { body: { first_name: 'สมชาย' } })
    await person.call(auth.updateMe, { body: { last_name: 'ใจงาม' } })
    expect((await written(person.storeId, person.userId)).filter((action) => action !== 'sign_in')).toEqual([
      'account_changed',
    ])
    const { last_name } = await person.call(people.get, { params: { id: String(person.userId) } })
    expect(last_name).toBe('ใจงาม')
  })

  test.each([{ first_name: '' }, { last_name: '\u200b' }, { language: 'de' }, { email: 'other@example.com' }])(
    'can’t be %o',
    async (body) => {
      const person = await newStore()
      expect((await person.try(auth.updateMe, { body: body as never })).status).toBe(400)
    },
  )
})

test('signing out everywhere ends every session at once, this one too', async () => {
  const person = await storeWithPassword()
  const [one, other] = [await signIn(person.email), await signIn(person.email)]
  await person.call(auth.endSessions)
  expect((await person.try(auth.me)).status).toBe(401)
  for (const { cookie } of [one, other]) expect((await refresh(cookie)).status).toBe(401)
  expect((await written(person.storeId, person.userId)).at(-1)).toBe('sessions_ended')
  expect((await signIn(person.email)).status).toBe(200)
})
