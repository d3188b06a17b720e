import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isLargeRequest, newTurns, writtenInSlices } from './large-answers.ts'

const same = (part: unknown) => part

describe('an answer of many rows', () => {
  const row = fc.record({ id: fc.nat(), text: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('"data":[]')) })
  property.prop([fc.array(row, { minLength: 51, maxLength: 350 }), fc.string(), fc.nat()], { numRuns: 30 })(
    'reads as if it had been written at once',
    async (data, sort_by, total) => {
      const answer = { sort_by: `"data":[]${sort_by}`, data, total }
      expect(JSON.parse((await writtenInSlices(answer, same))!.toString())).toEqual(JSON.parse(JSON.stringify(answer)))
    },
  )

  test('is checked to its last row', async () => {
    const data = Array.from({ length: 250 }, (_, n) => n)
    const seen: number[] = []
    const check = (part: unknown) => {
      seen.push(...(part as { data: number[] }).data)
      return part
    }
    await writtenInSlices({ data }, check)
    expect(seen).toEqual(data)
  })

  test('lets others have their turn', async () => {
    let turns = 0
    const counting = setInterval(() => turns++, 0)
    await writtenInSlices({ data: Array(2000).fill('x'.repeat(1000)) }, (part) => JSON.parse(JSON.stringify(part)))
    clearInterval(counting)
    expect(turns).toBeGreaterThan(1)
  })
})

test('an answer of few rows, of none, or of something else is left as it is', async () => {
  for (const answer of [{ data: Array(50).fill(1) }, { data: [] }, { data: 'x' }, { value: 1 }, undefined, null])
    expect(await writtenInSlices(answer, same)).toBeNull()
})

describe('large answers', () => {
  test.each([
    [{}, false],
    [{ limit: 10 }, false],
    [{ limit: 100 }, false],
    [{ limit: 101 }, true],
    [{ limit: 0 }, true],
    [{ limit: -1 }, true],
    [{ limit: '0' }, false],
    [{ limit: { toString: 1 } }, false],
    [null, false],
  ])('are those of %o: %s', (query, large) => {
    expect(isLargeRequest({ query, body: undefined })).toBe(large)
    expect(isLargeRequest({ query: {}, body: query })).toBe(large)
  })

  /** Work that lasts until the test ends it, and says when it has begun. */
  function lasting() {
    const inTurn = newTurns()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const ask = (who: string, name: string) =>
      inTurn(who, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        if (name === 'broken') throw new Error(name)
        return name
      })
    return { ask, begun, end: (name: string) => ends.get(name)!() }
  }

  test('are made one after the other, also after one that failed', async () => {
    const { ask, begun, end } = lasting()
    const asked = [ask('a', 'broken'), ask('a', 'second'), ask('a', 'third')]
    expect(begun).toEqual(['broken'])
    end('broken')
    await expect(asked[0]).rejects.toThrow('broken')
    expect(begun).toEqual(['broken', 'second'])
    end('second')
    expect(await asked[1]).toBe('second')
    end('third')
    expect(await asked[2]).toBe('third')
    const later = ask('a', 'later')
    end('later')
    expect(await later).toBe('later')
  })

  test('large requests of one person let those of others pass', async () => {
    const { ask, begun, end } = lasting()
    const asked = ['1', '2', '3', '4'].map((name) => ask('greedy', name))
    asked.push(ask('other', 'theirs'))
    for (const name of ['1', '2', 'theirs', '3', '4']) {
      end(name)
      await asked[name === 'theirs' ? 4 : Number(name) - 1]
    }
    expect(begun).toEqual(['1', '2', 'theirs', '3', '4'])
  })

  test('that too many of one person wait for are refused, and those of others are not', async () => {
    const inTurn = newTurns()
    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const asked = Array.from({ length: 51 }, () => inTurn('greedy', () => held))
    await expect(inTurn('greedy', () => held)).rejects.toMatchObject({ errorName: 'too_many_requests' })
    asked.push(inTurn('other', () => held))
    end()
    await Promise.all(asked)
  })
})
