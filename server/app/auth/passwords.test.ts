import { expect, test } from 'vitest'
import { hash, requestedCosts, verify } from '../../../tools/cheap-argon2.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is hashed at the cost that OWASP recommends, and is the same in any Unicode form', async () => {
  const kept = await hashPassword('รหัสลับ é')
  expect(kept).toMatch(/^\$argon2id\$/)
  expect(requestedCosts.at(-1)).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(await verifyPassword(kept, 'รหัสลับ e\u0301', true)).toBe(true)
  expect(await verifyPassword(kept, 'รหัสลับ e', true)).toBe(false)
  expect(await verifyPassword(undefined, 'รหัสลับ é', true)).toBe(false)
})

test('hashes at the cost of tests tell passwords apart', async () => {
  const kept = await hash('first password', requestedCosts.at(-1)!)
  expect([await verify(kept, 'first password'), await verify(kept, 'second password')]).toEqual([true, false])
})
