import { words } from '../../data/text.ts'

export const locationText = words({
  locationTitle: ['ชื่อสถานที่', 'Name of the location'],
  address: ['ที่อยู่', 'Address'],
  latitude: ['ละติจูด', 'Latitude'],
  longitude: ['ลองจิจูด', 'Longitude'],
  latitudeRange: ['ต้องเป็นตัวเลขตั้งแต่ -90 ถึง 90', 'Must be a number from -90 to 90'],
  longitudeRange: ['ต้องเป็นตัวเลขตั้งแต่ -180 ถึง 180', 'Must be a number from -180 to 180'],
  pasteHint: [
    'คัดลอกพิกัดจากแอปแผนที่ แล้ววางในช่องละติจูด ระบบกรอกให้ทั้งสองช่อง',
    'Copy the coordinates from a map app and paste them into the latitude: both fields are filled.',
  ],
  savedLocations: ['สถานที่ที่บันทึกไว้', 'Saved locations'],
  chooseLocation: ['เลือกสถานที่', 'Choose a location'],
  manage: ['จัดการสถานที่', 'Manage locations'],
  saveLocation: ['บันทึกสถานที่', 'Save this location'],
  isSaved: ['บันทึกสถานที่แล้ว', 'Location saved'],
  rename: ['เปลี่ยนชื่อ {name}', 'Rename {name}'],
  newName: ['ชื่อใหม่ของ {name}', 'New name of {name}'],
  save: ['บันทึก', 'Save'],
  cancel: ['ยกเลิก', 'Cancel'],
  remove: ['ลบ {name}', 'Delete {name}'],
  removeTitle: ['ต้องการลบสถานที่ {name} ใช่ไหม', 'Delete the location {name}?'],
  removeText: ['ข้อความที่ใช้สถานที่นี้อยู่ไม่เปลี่ยน', 'Messages that show it stay as they are.'],
  none: ['ยังไม่มีสถานที่ที่บันทึกไว้', 'No saved locations yet'],
  noneText: [
    'กรอกสถานที่ในข้อความ แล้วกด “บันทึกสถานที่”',
    'Fill in a location in a message, then press “Save this location”.',
  ],
})
