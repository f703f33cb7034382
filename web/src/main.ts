import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
// The welcome lists the jobs and events follow it: their store has to listen before any room is loaded.
import './lib/stores/jobs.svelte.ts';

const target = document.getElementById('app');
// The skeleton of the page, shown until this script runs, gives way.
target?.replaceChildren();
if (target) mount(App, { target });
