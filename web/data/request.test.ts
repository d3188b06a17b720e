import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { prefer } from './preferences.ts'
import { answerOf, fileNameOf, headersOf, isApiError, requestAddress } from './request.ts'
import { wireEndpoint } from './vite-contract.ts'

const records = wireEndpoint('importRun', importRun.records)
const list = wireEndpoint('profiles', profiles.list)

/** The refusal in an answer. */
function refusal(status: number, text: string) {
  try {
    answerOf(list, status, text)
  } catch (error) {
    if (isApiError(error)) return { name: error.name, message: error.message, status: error.status, code: error.code }
  }
  throw new Error('It was not refused')
}

afterEach(() => prefer({ language: 'th' }))

describe('a call on the wire', () => {
  test('parameters stand in the path and the query is in snake_case, without what is left out', () => {
    const parts = { params: { id: 7, runId: 'run_1/2' }, query: { limit: 20, sortBy: undefined } }
    expect(requestAddress(records, parts)).toBe('/api/datasource/7/history/run_1%2F2/records?limit=20')
    expect(requestAddress(list, { query: { sortBy: 'updated_at', keyword: 'ก & ข' } })).toBe(
      '/api/profile?sort_by=updated_at&keyword=%E0%B8%81+%26+%E0%B8%82',
    )
  })

  test('the server is asked to speak the language of the person', () => {
    expect(headersOf('t')).toMatchObject({ 'accept-language': 'th', authorization: 'Bearer t' })
    prefer({ language: 'en' })
    expect(headersOf(undefined)).toEqual({ accept: 'application/json', 'accept-language': 'en' })
  })

  test('an answer has the names of the screens', () => {
    expect(answerOf(list, 200, '{"data":[],"total":0,"total_all":3}')).toEqual({ data: [], total: 0, totalAll: 3 })
    expect(answerOf(list, 204, '')).toBeUndefined()
  })

  test('a refusal keeps its name, its code and the sentence of the server', () => {
    const body = '{"error_code":140,"error":"name_taken","message":"มีชื่อนี้ในระบบแล้ว"}'
    expect(refusal(409, body)).toEqual({ name: 'name_taken', message: 'มีชื่อนี้ในระบบแล้ว', status: 409, code: 140 })
  })

  test('a gateway before a stopped server reads as no connection', () => {
    expect(refusal(502, '<html>Bad Gateway</html>')).toMatchObject({ name: 'network' })
    expect(refusal(500, 'oops').message).toBe('ขออภัย เกิดข้อผิดพลาด กรุณาลองใหม่อีกครั้ง')
  })

  test('a file keeps its name in every alphabet', () => {
    expect(fileNameOf(`attachment; filename*=UTF-8''${encodeURIComponent('ลูกค้า "น้ำ"; พ.ย.csv')}`)).toBe(
      'ลูกค้า "น้ำ"; พ.ย.csv',
    )
    expect(fileNameOf(`attachment; filename="a.csv"; filename*=UTF-8''%E0%B8%81.csv`)).toBe('ก.csv')
    expect(fileNameOf('attachment; filename="a.csv"')).toBe('a.csv')
    expect(fileNameOf("attachment; filename*=UTF-8''%E0%B8")).toBe('download')
    expect(fileNameOf(null)).toBe('download')
  })
})
