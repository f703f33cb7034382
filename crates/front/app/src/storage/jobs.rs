//! Jobs that wait or run, on disk.

use super::{Storage, StorageError};
use rusqlite::params;

/// A stored job: a text, and the files of an import.
pub(crate) struct StoredJob {
    pub(crate) id: u32,
    pub(crate) body: String,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Storage {
    /// Keeps a job with its files.
    pub(crate) fn save_job(
        &self,
        id: u32,
        body: &str,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("INSERT OR REPLACE INTO jobs VALUES (?1, ?2)", params![id, body])?;
            db.execute("DELETE FROM job_files WHERE job = ?1", [id])?;
            let sql = "INSERT INTO job_files (job, name, content) VALUES (?1, ?2, ?3)";
            let mut insert = db.prepare_cached(sql)?;
            for (name, content) in files {
                insert.execute(params![id, name, content])?;
            }
            Ok(())
        })
    }

    /// Stores the progress of a job, if it is stored.
    pub(crate) fn update_job(&self, id: u32, body: &str) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("UPDATE jobs SET body = ?2 WHERE id = ?1", params![id, body])?;
            Ok(())
        })
    }

    pub(crate) fn delete_job(&self, id: u32) -> Result<(), StorageError> {
        self.write(|db| {
            db.execute("DELETE FROM jobs WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// The jobs that did not end, in their order.
    pub(crate) fn stored_jobs(&self) -> Result<Vec<StoredJob>, StorageError> {
        let reader = self.reader();
        let mut query = reader.prepare("SELECT id, body FROM jobs ORDER BY id")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let jobs: Vec<(u32, String)> = rows.collect::<Result<_, _>>()?;
        let sql = "SELECT name, content FROM job_files WHERE job = ?1 ORDER BY id";
        let mut query = reader.prepare(sql)?;
        let mut all = Vec::with_capacity(jobs.len());
        for (id, body) in jobs {
            let rows = query.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let files = rows.collect::<Result<_, _>>()?;
            all.push(StoredJob { id, body, files });
        }
        Ok(all)
    }
}
