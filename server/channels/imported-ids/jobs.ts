import { lineFriendJobs } from '@ruam/contract/channels/line-friends.ts'
import { defineJobs } from '../../jobs/define.ts'
import { checkFriends } from './ask-line.ts'

export const lineFriendWorks = defineJobs(lineFriendJobs, { line_friends: { work: checkFriends } })
