import {
  type Icon,
  IconBolt,
  IconCalendarEvent,
  IconDoorEnter,
  IconDoorExit,
  IconLink,
  IconUserPlus,
} from '@tabler/icons-react'
import type { Trigger } from './automation.ts'

export const triggerIcons: Record<Trigger['kind'], Icon> = {
  segment_entered: IconDoorEnter,
  segment_left: IconDoorExit,
  activity: IconBolt,
  date: IconCalendarEvent,
  friend: IconUserPlus,
  link: IconLink,
}
