#!/usr/bin/env node
import { serve } from '../server.js';

await serve({ env: process.env, verbose: process.argv.includes('--verbose') });
