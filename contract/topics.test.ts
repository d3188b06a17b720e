import { expect, test } from 'vitest'
import { topicName, topics } from './platform/event.ts'
import { events } from './push.ts'

test('each kind of background work has an event topic and a command topic in its environment', () => {
  const names = topics.flatMap((topic) => [
    topicName('production', 'event', topic),
    topicName('production', 'command', topic),
  ])
  expect(names).toEqual([
    'production.ruam.event.datasource-load',
    'production.ruam.command.datasource-load',
    'production.ruam.event.pipeline-dry-run',
    'production.ruam.command.pipeline-dry-run',
    'production.ruam.event.pipeline',
    'production.ruam.command.pipeline',
    'production.ruam.event.segmentation',
    'production.ruam.command.segmentation',
  ])
})

test('every topic is reported by an event of the contract', () => {
  expect(new Set(events.flatMap((event) => event.topics))).toEqual(new Set(topics))
})
