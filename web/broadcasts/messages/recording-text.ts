import { words } from '../../data/text.ts'

export const recordingText = words({
  typeVideo: ['วิดีโอ', 'Video'],
  typeAudio: ['เสียง', 'Sound'],
  chooseVideo: ['เลือกวิดีโอ', 'Choose a video'],
  otherVideo: ['เปลี่ยนวิดีโอ', 'Choose another video'],
  videoHint: ['MP4 ไม่เกิน 200 MB และ {minutes} นาที', 'MP4, at most 200 MB and {minutes} minutes'],
  videoSeen: ['วิดีโอที่ {place}', 'Video {place}'],
  posterSeen: ['รูปก่อนเล่นของวิดีโอที่ {place}', 'Picture before video {place} plays'],
  choosePoster: ['เลือกรูปก่อนเล่น', 'Choose the picture shown first'],
  otherPoster: ['เปลี่ยนรูปก่อนเล่น', 'Change the picture shown first'],
  posterNeeded: [
    'ระบบจับภาพจากวิดีโอนี้ไม่ได้ กรุณาเลือกรูปก่อนเล่น',
    'No picture could be taken from this video. Choose the picture shown first.',
  ],
  chooseAudio: ['เลือกเสียง', 'Choose a sound'],
  otherAudio: ['เปลี่ยนเสียง', 'Choose another sound'],
  audioHint: ['M4A หรือ MP3 ไม่เกิน 200 MB และ {minutes} นาที', 'M4A or MP3, at most 200 MB and {minutes} minute'],
  audioSeen: ['เสียงที่ {place}', 'Sound {place}'],
  audioNone: ['ยังไม่มีเสียง', 'No sound yet'],
  uploaded: ['อัปโหลดแล้ว {percent}%', '{percent}% uploaded'],
})
