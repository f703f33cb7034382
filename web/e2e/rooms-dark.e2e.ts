import { checkEveryRoom } from './everyRoom.ts';

checkEveryRoom('dark');
