import { stores } from '@ruam/contract/access/stores.ts'
import { MAX_PHOTO_BYTES } from '@ruam/contract/platform/constants.ts'
import { locations } from '@ruam/contract/platform/locations.ts'
import { timeZones } from '@ruam/contract/platform/time-zones.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../testing/access/photo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

beforeAll(() => testServer({ alone: true }))

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const settings = () => store.call(stores.get, { params: { id: String(store.storeId) } })
async function change(body: object) {
  const { updated_at: origin_time } = await settings()
  return store.try(stores.update, { body: { ...body, origin_time } as never })
}

describe('the settings of a store', () => {
  test('are saved as they are kept, and what is not given stays', async () => {
    const address = {
      line: '9 ถนนนิมมาน',
      sub_district: 'สุเทพ',
      district: 'เมือง',
      province_id: 50,
      postal_code: '50200',
    }
    const { body } = await change({
      ...{ name: '  ร้านผ้าฝ้าย ', business_type: 'เสื้อผ้า', phone: '053-123-456', tax_id: '0-1055-36000-31-3' },
      ...{ address, time_zone: 'Asia/Tokyo', languages: ['en', 'th'], era: 'be' },
    })
    expect(body).toMatchObject({ name: 'ร้านผ้าฝ้าย', phone: '+6653123456', tax_id: '0105536000313', address })
    const after = (await change({ phone: '', tax_id: ' ' })).body
    expect(after).toMatchObject({ name: 'ร้านผ้าฝ้าย', phone: null, tax_id: null, languages: ['en', 'th'], era: 'be' })
  })

  test.each([
    ['a tax id with a wrong check digit', { tax_id: '0105536000314' }, 'tax_id_invalid'],
    ['a tax id that is too short', { tax_id: '01055360' }, 'tax_id_invalid'],
    ['a phone of letters', { phone: 'call me' }, 'phone_invalid'],
    ['a province that is none', { address: { province_id: 9 } }, 'not_found'],
    ['a time zone that is none', { time_zone: 'Asia/Nowhere' }, 'invalid_input'],
    ['no language', { languages: [] }, 'invalid_input'],
    ['a language twice', { languages: ['th', 'th'] }, 'invalid_input'],
    ['an invisible name', { name: '\u200b' }, 'invalid_input'],
    ['four digits of a postal code', { address: { postal_code: '5020' } }, 'invalid_input'],
    ['a photo by itself', { photo: 'data:text/html;base64,AA' }, 'invalid_input'],
  ])('are refused with %s, and nothing of them is saved', async (_, body, error) => {
    const before = await settings()
    expect((await change({ business_type: 'ไม่ควรบันทึก', ...body })).body.error).toBe(error)
    expect(await settings()).toEqual(before)
  })

  test('one of two people who save the same version gets what the other saved', async () => {
    const { updated_at: origin_time } = await settings()
    const save = (name: string) => store.try(stores.update, { body: { name, origin_time } })
    const replies = await Promise.all(['หนึ่ง', 'สอง', 'สาม'].map(save))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { name } = await settings()
    for (const { status, body } of replies) if (status === 409) expect(body.details!.current).toMatchObject({ name })
  })

  test('leave the names of fields in the audit log, and no value', async () => {
    await change({ tax_id: '0105536000313', name: 'ความลับ' })
    const { admin } = await testServer()
    const { rows } = await admin.query<{ details: object }>(
      "select details from audit_log where store_id = $1 and action = 'store_changed' order by id desc limit 1",
      [store.storeId],
    )
    expect(rows[0]!.details).toEqual({ fields: 'name,tax_id' })
  })

  test('name no time zone that PostgreSQL does not know', async () => {
    const { admin } = await testServer()
    const { rows } = await admin.query<{ name: string }>(
      'select name from unnest($1::text[]) name where name not in (select z.name from pg_timezone_names z)',
      [timeZones],
    )
    expect(rows).toEqual([])
  })

  test('are not told to the owner of another store', async () => {
    const other = await newStore()
    for (const call of [stores.get, stores.rights])
      expect((await other.try(call, { params: { id: String(store.storeId) } })).status).toBe(404)
  })
})

test('an open tab reads the roles and permissions of its person, and nothing else', async () => {
  const member = await store.member(['cdp-core.label.read'])
  expect(await member.call(stores.rights, { params: { id: String(store.storeId) } })).toEqual({
    roles: [expect.any(String)],
    permissions: ['cdp-core.label.read'],
    dpa_status: 'found',
    home: 'overview',
  })
})

describe('the photo of a store', () => {
  const upload = (content: Buffer, name = 'photo.png') => store.upload(stores.photo, name, content)

  test.each(['png', 'jpg', 'webp'] as const)('may be a %s, whatever its file is called', async (type) => {
    const content = picture(type, 512, 300)
    const { status, body } = await upload(content, 'photo.exe')
    expect([status, body.photo]).toEqual([
      200,
      `data:image/${type === 'jpg' ? 'jpeg' : type};base64,${content.toString('base64')}`,
    ])
    expect((await settings()).photo).toBe(body.photo)
  })

  test.each([
    ['is wider than 512 pixels', picture('png', 513, 10)],
    ['is higher than 512 pixels', picture('jpg', 10, 513)],
    ['has no width', picture('png', 0, 10)],
    ['is cut off', picture('png', 10, 10).subarray(0, 30)],
    ['is drawn in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['is a GIF', Buffer.from('GIF89a\u0009\u0000\u0009\u0000\u0000\u0000\u0000;', 'latin1')],
    [
      'is a page that begins like a PNG',
      Buffer.concat([picture('png', 9, 9), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['is empty', Buffer.alloc(0)],
  ])('is refused when it %s, and the one before stays', async (_, content) => {
    const { photo } = await settings()
    const { status, body } = await upload(content)
    expect([status, body.error]).toEqual([400, 'photo_invalid'])
    expect((await settings()).photo).toBe(photo)
  })

  test.each([
    ['photo', 200],
    ['file', 400],
  ])('sent in the form field %s is answered %i', async (name, status) => {
    const { app } = await testServer()
    const form = new FormData()
    form.set(name, new Blob([new Uint8Array(picture('png', 9, 9))]), 'photo.png')
    const encoded = new Response(form)
    const reply = await app.inject({
      method: 'POST',
      url: '/api/stores/file-upload',
      headers: {
        authorization: `Bearer ${store.token}`,
        'content-type': encoded.headers.get('content-type')!,
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(reply.statusCode).toBe(status)
  })

  test('is refused beyond 100 kB, and said so', async () => {
    const { body } = await upload(Buffer.alloc(MAX_PHOTO_BYTES + 1))
    expect([body.error, body.message]).toEqual(['too_large', expect.stringContaining('100 kB')])
  })

  test('leaves nothing in the storage, taken or refused', async () => {
    const { core } = await testServer()
    await upload(picture('png', 9, 9))
    await upload(Buffer.from('nothing'))
    const left: string[] = []
    for await (const { keys } of core.storage.olderThan(Date.now() + 60_000)) left.push(...keys)
    expect(left).toEqual([])
  })

  test('can be taken away', async () => {
    await upload(picture('png', 9, 9))
    expect((await change({ photo: null })).body.photo).toBeNull()
  })

  test('a picture of any bytes is accepted or refused without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('png', 'jpg', 'webp').map((type) => picture(type as 'png', 20, 20)),
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 5 }),
        async (content, changes) => {
          for (const [at, byte] of changes) if (at < content.length) content[at] = byte
          expect([200, 400]).toContain((await upload(content)).status)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('the places of an address', () => {
  test('are the districts of each province', async () => {
    const { data } = await store.call(locations.provinces, { query: {} })
    let all = 0
    for (const { id } of data) {
      const found = await store.call(locations.districts, { query: { province_id: String(id) } })
      expect(found.data.every(({ province_id }) => province_id === id)).toBe(true)
      all += found.total
    }
    expect(all).toBe(928)
    expect((await store.call(locations.districts, { query: { province_id: '9' } })).total).toBe(0)
  })

  test('are the 6 regions and 77 provinces, each of one region', async () => {
    const regions = await store.call(locations.regions)
    const provinces = await store.call(locations.provinces, { query: {} })
    expect([regions.total, provinces.total]).toEqual([6, 77])
    for (const { id } of regions.data) {
      const { data } = await store.call(locations.provinces, { query: { region_id: String(id) } })
      expect(data).toEqual(provinces.data.filter(({ region_id }) => region_id === id))
    }
    expect(provinces.data.find(({ id }) => id === 50)).toMatchObject({ name: 'เชียงใหม่', iso_3166_2: 'TH-50' })
  })
})
