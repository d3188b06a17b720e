import { expect, test } from 'vitest'
import { verdictOf } from './name-check.ts'
import { ApiError } from './request.ts'

const typed = { name: 'ลูกค้า', asked: 'ลูกค้า', ask: true }
const none = { error: null, isFetching: false, isPlaceholderData: false, data: undefined }
const failed = (name: ApiError['name']) => ({ ...none, error: new ApiError(name, name) })

test('a name is what the check says of it', () => {
  expect(verdictOf({ ...none, data: { exists: true } }, typed)).toBe('taken')
  expect(verdictOf({ ...none, data: { exists: false } }, typed)).toBe('free')
})

test('a check that fails never makes a name free', () => {
  for (const name of ['network', 'timeout', 'unreadable', 'internal', 'too_many_requests', 'invalid_input'] as const) {
    expect(verdictOf(failed(name), typed)).toBe('failed')
    // Neither does what an earlier check has said, of this name or of another.
    expect(verdictOf({ ...failed(name), data: { exists: false } }, typed)).toBe('failed')
    expect(verdictOf({ ...failed(name), data: { exists: false }, isPlaceholderData: true }, typed)).toBe('failed')
  }
})

test('a check that was given up, or may not be asked, says nothing', () => {
  expect(verdictOf(failed('canceled'), typed)).toBe('none')
  expect(verdictOf(failed('forbidden'), typed)).toBe('none')
})

test('nothing is known of what is no name, and an answer about another name is none', () => {
  const free = { ...none, data: { exists: false } }
  expect(verdictOf(free, { ...typed, ask: false })).toBe('none')
  expect(verdictOf(free, { name: '', asked: '', ask: true })).toBe('none')
  expect(verdictOf(free, { ...typed, asked: 'ลูก' })).toBe('checking')
  expect(verdictOf({ ...free, isPlaceholderData: true }, typed)).toBe('checking')
  expect(verdictOf({ ...free, isFetching: true }, typed)).toBe('checking')
  expect(verdictOf({ ...failed('network'), isFetching: true }, typed)).toBe('checking')
})
