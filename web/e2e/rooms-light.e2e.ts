import { checkEveryRoom } from './everyRoom.ts';

checkEveryRoom('light');
