import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const field = (field_name: string, display_name = field_name) => ({
  field_name,
  display_name,
  data_type: 'String' as const,
})

/** The code of a refusal, or 0. */
async function refusal(body: ReturnType<typeof field>, of = store): Promise<number> {
  const reply = await of.try(profileFields.create, { body })
  return reply.status === 200 ? 0 : reply.body.error_code!
}

describe('making a field', () => {
  test('assigns an id above the system fields, and the requested type', async () => {
    const made = await store.call(profileFields.create, {
      body: { field_name: 'memberSince', display_name: 'สมาชิกตั้งแต่', data_type: 'Date' },
    })
    expect(made).toMatchObject({
      field_name: 'memberSince',
      display_name: 'สมาชิกตั้งแต่',
      data_type: 'Date',
      field_type: 'custom_profile',
      sensitive: false,
    })
    expect(made.id).toBeGreaterThanOrEqual(1000)
  })

  test('is audited', async () => {
    const { admin } = await testServer()
    const { id } = await store.call(profileFields.create, { body: field('audited') })
    const { rows } = await admin.query(
      'select user_id, action from audit_log where store_id = $1 and subject_id = $2',
      [store.storeId, String(id)],
    )
    expect(rows).toEqual([{ user_id: store.userId, action: 'profile_field_created' }])
  })

  test.each(['', 'Name', '1st', '_x', 'a-b', 'a b', 'ชื่อ', 'a'.repeat(64), 'a\n', ' a', '__proto__'])(
    'is refused with code 70 for the name "%s"',
    async (name) => {
      expect(await refusal(field(name, `แสดง ${name.length}`))).toBe(70)
    },
  )

  test.each(['a', 'constructor', 'toString', 'a1_B', 'z'.repeat(63)])('takes the name "%s"', async (name) => {
    expect(await refusal(field(name, `แสดง ${name}`))).toBe(0)
  })

  test('derives its name from the display name, or another if that is taken', async () => {
    const of = await newStore()
    const make = async (display_name: string) =>
      (await of.call(profileFields.create, { body: { display_name, data_type: 'String' } })).field_name
    const body = { display_name: 'ระดับสมาชิก (บิล)', data_type: 'String' as const }
    expect(await make('ระดับสมาชิก')).toBe('radabsmachik')
    expect(await make('ระดับสมาชิก!')).toBe('radabsmachik2')
    expect((await of.call(activities.createField, { query: {}, body })).field_name).toBe('radabsmachikBil')
    expect(await make('ระดับสมาชิก บิล')).toBe('radabsmachikBil2')
    expect(await make('⭐')).toBe('field')
    // The system has an address of its own.
    expect(await make('Address (2nd)')).toBe('address2nd')
    expect(await make('address!')).toBe('address2')
  })

  test('that two ask for at once under names that are written alike gets two names', async () => {
    const of = await newStore()
    const bodies = ['แต้ม', 'แต้ม!', 'แต้ม?', 'แต้ม.'].map((display_name) => ({
      display_name,
      data_type: 'Number' as const,
    }))
    const made = await Promise.all(bodies.map((body) => of.call(profileFields.create, { body })))
    expect(made.map(({ field_name }) => field_name).sort()).toEqual(['taem', 'taem2', 'taem3', 'taem4'])
  })

  test('is refused for its display name alone where it has no other', async () => {
    const of = await newStore()
    const body = { display_name: 'แต้ม', data_type: 'Number' as const }
    await of.call(profileFields.create, { body })
    expect((await of.try(profileFields.create, { body })).body.error_code).toBe(77)
  })

  test('is refused with code 76 for a name that a profile field has, whatever its case', async () => {
    await store.call(profileFields.create, { body: field('loyaltyTier') })
    expect(await refusal(field('loyaltytier', 'อื่น'))).toBe(76)
    for (const { name } of systemFields)
      expect([name, await refusal(field(name.toLowerCase(), 'อื่น'))]).toEqual([name, 76])
  })

  test('is refused with code 77 for a shown name that a profile field has, whatever its case, blanks and way of typing', async () => {
    await store.call(profileFields.create, { body: field('shade', 'แต้มสะสม Plus') })
    for (const shown of ['แต้มสะสม PLUS', ' แต้มสะสม  plus ', 'เเต้มสะสม Plus', 'แต้ม\u200bสะสม Plus']) {
      expect([shown, await refusal(field('other', shown))]).toEqual([shown, 77])
    }
    for (const { th, en } of systemFields) {
      expect([th, await refusal(field('other', th)), await refusal(field('other', en.toUpperCase()))]).toEqual([
        th,
        77,
        77,
      ])
    }
  })

  test('is refused with code 74 and 75 for names that an activity field has', async () => {
    const { admin } = await testServer()
    await admin.query(
      "insert into activity_field (store_id, field_name, display_name, data_type) values ($1, 'branch', 'สาขา', 'String')",
      [store.storeId],
    )
    expect([await refusal(field('Branch'.toLowerCase(), 'อื่น')), await refusal(field('branchName', 'สาขา'))]).toEqual([
      74, 75,
    ])
  })

  test('is refused with code 74 and 75 for the names of the system’s own activity field', async () => {
    expect([await refusal(field('activityDate', 'อื่น')), await refusal(field('activitydate', 'อื่น'))]).toEqual([74, 74])
    expect([await refusal(field('other', 'วันที่ทำกิจกรรม')), await refusal(field('other', 'activity date'))]).toEqual([
      75, 75,
    ])
  })

  test.each(['', '   ', '\u200b\u200b', 'ก'.repeat(101), 'ก\u0000'])(
    'is refused for an unreadable display name',
    async (shown) => {
      expect(await refusal(field('unreadable', shown))).toBe(1)
    },
  )

  test('takes a hundred letters as a Thai reader counts them', async () => {
    expect(await refusal(field('long', 'กี่'.repeat(100)))).toBe(0)
  })

  test('ignores names of other stores', async () => {
    const other = await newStore()
    await other.call(profileFields.create, { body: field('tierOfOther', 'ระดับของเขา') })
    expect(await refusal(field('tierOfOther', 'ระดับของเขา'))).toBe(0)
  })

  test('ten concurrent creations of one name make one', async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => refusal(field('rush', 'พร้อมกัน'))))
    expect(codes.sort()).toEqual([0, ...Array<number>(9).fill(76)])
  })
})

describe('the list of fields', () => {
  let own: TestStore
  beforeAll(async () => {
    own = await newStore()
    for (const [name, shown] of [
      ['tier', 'ระดับ'],
      ['age2', 'อายุงาน'],
      ['zone', 'เขต'],
    ]) {
      await own.call(profileFields.create, {
        body: { field_name: name!, display_name: shown!, data_type: name === 'age2' ? 'Number' : 'String' },
      })
    }
  })
  const list = async (query: Record<string, string>) => {
    const answer = await own.call(profileFields.list, { query })
    return { ...answer, names: answer.data.map((row) => row.field_name) }
  }

  test('begins with the system fields in the specification’s order, then the store’s own', async () => {
    const { names, total } = await list({ limit: '0' })
    expect(names).toEqual([...systemFields.map(({ name }) => name), 'tier', 'age2', 'zone'])
    expect(total).toBe(systemFields.length + 3)
  })

  test('is filtered by type, data type and keyword, and counts what is left', async () => {
    expect((await list({ type: 'custom_profile' })).names).toEqual(['tier', 'age2', 'zone'])
    expect((await list({ data_type: 'Number', limit: '0' })).names).toEqual(['age', 'income', 'amount', 'age2'])
    expect(await list({ keyword: 'อายุ' })).toMatchObject({ names: ['age', 'age2'], total: 2, pages: 1 })
    expect((await list({ type: 'transform_profile' })).total).toBe(0)
  })

  test('is sorted by shown name as a Thai dictionary has it', async () => {
    expect((await list({ type: 'custom_profile', sort_by: 'display_name' })).names).toEqual(['zone', 'tier', 'age2'])
    expect((await list({ type: 'custom_profile', sort_by: 'displayName', sort_dir: 'desc' })).names).toEqual([
      'age2',
      'tier',
      'zone',
    ])
  })

  test('is cut into pages that together are all fields', async () => {
    const pages = await Promise.all(['0', '10', '20'].map((offset) => list({ offset })))
    expect(pages.flatMap(({ names }) => names)).toEqual((await list({ limit: '-1' })).names)
    expect(pages.map(({ page, pages: of }) => `${page}/${of}`)).toEqual(['1/3', '2/3', '3/3'])
  })
})
