import { fc, test } from '@fast-check/vitest'
import { createUser, fromPublic } from '@nats-io/nkeys'
import { describe, expect } from 'vitest'
import { userKeyOf } from './nkeys.ts'
import { accountOf, provesKey, readSocketToken, signSocketToken } from './socket-token.ts'

const account = accountOf('a secret of at least thirty-two letters')
const pair = createUser()
const claims = {
  nkey: pair.getPublicKey(),
  subject: 'test.ruam.notification.1.2',
  storeId: 1,
  userId: 2,
  sessionId: 3,
  expires: 2_000_000_000,
}
const token = signSocketToken(account, claims)

describe('a socket’s token', () => {
  test('says what was signed, until it ends', () => {
    expect(readSocketToken(account, token, 1_999_999_999_999)).toEqual(claims)
    expect(readSocketToken(account, token, 2_000_000_000_000)).toBeUndefined()
  })

  test('is what NATS calls a user’s: signed by the account it names, and allowed to publish nothing', () => {
    const [head, payload, signature] = token.split('.')
    const { iss, sub, nats } = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    expect(fromPublic(iss).verify(Buffer.from(`${head}.${payload}`), Buffer.from(signature!, 'base64url'))).toBe(true)
    expect({ iss, sub }).toEqual({ iss: account.nkey, sub: claims.nkey })
    expect(nats).toMatchObject({ type: 'user', pub: { deny: ['>'] }, sub: { allow: [claims.subject] } })
  })

  test.prop([fc.nat(token.length - 1), fc.constantFrom(...'ABCxyz019-_.= ')])(
    'is worth nothing with one letter changed',
    (place, letter) => {
      fc.pre(token[place] !== letter)
      expect(readSocketToken(account, token.slice(0, place) + letter + token.slice(place + 1))).toBeUndefined()
    },
  )

  test('has one text: the bits that its last letter leaves over count too', () => {
    const others = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').filter(
      (letter) => letter !== token.at(-1),
    )
    for (const letter of others) expect(readSocketToken(account, token.slice(0, -1) + letter)).toBeUndefined()
  })

  test('is worth nothing to a server with another secret', () => {
    expect(readSocketToken(accountOf('another secret of at least 32 letters'), token)).toBeUndefined()
  })
})

describe('a key', () => {
  test('is read as the library of NATS writes it', () => {
    for (let n = 0; n < 20; n++) {
      const user = createUser()
      const signature = Buffer.from(user.sign(Buffer.from('nonce'))).toString('base64url')
      expect(provesKey(user.getPublicKey(), 'nonce', signature)).toBe(true)
      expect(provesKey(user.getPublicKey(), 'another', signature)).toBe(false)
      expect(provesKey(claims.nkey, 'nonce', signature)).toBe(false)
    }
  })

  test('unknown or malformed messages are rejected', () => {
    expect(userKeyOf(account.nkey)).toBeUndefined()
    expect(userKeyOf(`U${account.nkey.slice(1)}`)).toBeUndefined()
    expect(userKeyOf(claims.nkey.toLowerCase())).toBeUndefined()
  })
})
