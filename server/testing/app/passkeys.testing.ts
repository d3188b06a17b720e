import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { type Assertion, type Challenge, passkeys } from '@ruam/contract/access/passkeys.ts'
import { passkeyPlace } from '../../access/stores/passkey-place.ts'
import { type Member, testServer } from '../store.testing.ts'
import { type From, post, signIn } from './auth.testing.ts'

/** Answers of an authenticator, with what a test makes wrong on purpose. */
interface Wrong {
  origin?: string
  rpId?: string
  counter?: number
  /** False for one that checked no finger and no PIN. */
  verified?: boolean
  type?: string
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
/** A byte string of CBOR. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** An authenticator in software with one passkey: ES256, without attestation. */
class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #origin: () => string
  readonly #key: KeyObject
  readonly #publicKey: Buffer

  constructor(origin: () => string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const [xs, ys] = [x!, y!].map((part) => cborBytes(Buffer.from(part, 'base64url'))) as [Buffer, Buffer]
    this.#origin = origin
    this.#key = privateKey
    // The map 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y.
    this.#publicKey = Buffer.concat([Buffer.from('a5010203262001' + '21', 'hex'), xs, Buffer.from('22', 'hex'), ys])
  }

  /** Makes the passkey. */
  create({ challenge, rp_id }: Pick<Challenge, 'challenge' | 'rp_id'>, wrong: Wrong = {}) {
    const length = Buffer.from([0, this.id.length])
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey])
    const data = Buffer.concat([this.#head(rp_id, wrong, ATTESTED), attested])
    const attestation = Buffer.concat([
      ...[Buffer.from([0xa3]), cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(data)],
    ])
    return {
      credential: this.id.toString('base64url'),
      client_data: this.#clientData('webauthn.create', challenge, wrong).toString('base64url'),
      attestation: attestation.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Answers a challenge. */
  get({ challenge, rp_id }: Pick<Challenge, 'challenge' | 'rp_id'>, wrong: Wrong = {}): Assertion {
    this.counter = wrong.counter ?? this.counter + 1
    const data = this.#head(rp_id, wrong)
    const clientData = this.#clientData('webauthn.get', challenge, wrong)
    return {
      credential: this.id.toString('base64url'),
      client_data: clientData.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#key).toString('base64url'),
    }
  }

  #head(rpId: string, wrong: Wrong, more = 0): Buffer {
    const flags = PRESENT | (wrong.verified === false ? 0 : VERIFIED) | more
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), counter])
  }

  #clientData(type: string, challenge: string, { origin = this.#origin(), type: other }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false }))
  }
}

export async function newAuthenticator(): Promise<Authenticator> {
  const { core } = await testServer()
  return new Authenticator(() => passkeyPlace(core.config).origin)
}

/** Adds a passkey to a person who has just signed in. Returns it with the recovery codes of a first one. */
export async function enrol(person: Pick<Member, 'call'>, name = 'โทรศัพท์') {
  const passkey = await newAuthenticator()
  const challenge = await person.call(passkeys.challenge, { body: { purpose: 'enrol' } })
  const { codes } = await person.call(passkeys.add, { body: { name, ...passkey.create(challenge) } })
  return { passkey, codes }
}

/** Gives the right password. Returns the challenge of the second factor. */
export async function secondFactorOf(email: string, from: From = {}): Promise<Challenge> {
  const { body } = await signIn(email, undefined, from)
  if (body.error !== 'second_factor_needed') throw new Error(`Not asked for a passkey: ${JSON.stringify(body)}`)
  return body.details as unknown as Challenge
}

export const signInByPasskey = (assertion: Assertion, from: From = {}) => post(passkeys.signIn, assertion, from)
export const signInByCode = (challenge: string, code: string, from: From = {}) =>
  post(passkeys.signInByCode, { challenge, code }, from)
export const aloneChallenge = async (from: From = {}) =>
  (await post(passkeys.signInChallenge, undefined, from)).body as Challenge
