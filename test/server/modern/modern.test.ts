import { Client } from '@modelcontextprotocol/client';
