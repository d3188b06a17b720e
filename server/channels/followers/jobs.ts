import { followerJobs } from '@ruam/contract/channels/followers.ts'
import { defineJobs } from '../../jobs/define.ts'
import { readFollowers } from './read-followers.ts'

export const followerWorks = defineJobs(followerJobs, { line_followers: { work: readFollowers } })
